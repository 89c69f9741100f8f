import { createDeliveryClient } from '@quartermaster/sdk'
import type { ConsoleConfig } from '../console-config.ts'
import { describeStoreError } from '../delivery/describe-store-error.ts'

type ConnectionCheck = { ok: boolean; message: string }
type StoreSettings = { url: string; key: string; serverPort: number | undefined }

const MAX_SHOWN_PLAYERS = 5

export async function checkStore({ url, key, serverPort }: StoreSettings): Promise<ConnectionCheck> {
  try {
    const client = createDeliveryClient({ url, key, retries: 0 })
    const { store, server } = await client.init(serverPort === undefined ? {} : { serverPort })
    return { ok: true, message: `Connected to the store ${store.name} as server ${server.name}.` }
  } catch (error) {
    return { ok: false, message: `Store: ${describeStoreError(error)}` }
  }
}

export async function checkConsole({ dialect, address, open }: ConsoleConfig): Promise<ConnectionCheck> {
  try {
    const console = await open(new AbortController().signal)
    try {
      const players = await console.online?.()
      return { ok: true, message: `Connected to the ${dialect} console at ${address}. ${describePlayers(players)}` }
    } finally {
      await console.close()
    }
  } catch (error) {
    return { ok: false, message: `Console (${dialect}): ${(error as Error).message}` }
  }
}

/** Returns whether all checks succeeded. */
export function printChecks(checks: ConnectionCheck[]): boolean {
  for (const { ok, message } of checks) console.log(`${ok ? '✓' : '✗'} ${message}`)
  return checks.every(({ ok }) => ok)
}

function describePlayers(players: string[] | undefined): string {
  if (!players) return 'This console cannot list the online players.'
  if (players.length === 0) return 'No player is online.'
  const more = players.length > MAX_SHOWN_PLAYERS ? ', …' : ''
  return `Online players (${players.length}): ${players.slice(0, MAX_SHOWN_PLAYERS).join(', ')}${more}`
}
