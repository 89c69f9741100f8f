import { createDeliveryClient } from '@quartermaster/sdk'
import type { ConsoleConfig } from '../console-config.ts'
import { sayWhy } from '../delivery/describe-store-error.ts'

export type Tried = { ok: boolean; told: string }

const MOST_NAMES = 5

export async function tryStore(store: { url: string; key: string; serverPort: number | undefined }): Promise<Tried> {
  try {
    const client = createDeliveryClient({ url: store.url, key: store.key, retries: 0 })
    const welcome = await client.init(store.serverPort === undefined ? {} : { serverPort: store.serverPort })
    return { ok: true, told: `The store ${welcome.store.name} knows this server as ${welcome.server.name}.` }
  } catch (error) {
    return { ok: false, told: `The store: ${sayWhy(error)}` }
  }
}

export async function tryConsole({ dialect, place, open }: ConsoleConfig): Promise<Tried> {
  try {
    const console = await open(new AbortController().signal)
    try {
      const players = await console.online?.()
      return { ok: true, told: `The ${dialect} console at ${place} is open. ${tellPlayers(players)}` }
    } finally {
      await console.close()
    }
  } catch (error) {
    return { ok: false, told: `The ${dialect} console: ${(error as Error).message}` }
  }
}

function tellPlayers(players: string[] | undefined): string {
  if (!players) return 'It cannot tell who is online.'
  if (players.length === 0) return 'Nobody is online now.'
  const more = players.length > MOST_NAMES ? ', …' : ''
  return `Online are ${players.length}: ${players.slice(0, MOST_NAMES).join(', ')}${more}`
}
