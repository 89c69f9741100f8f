import { createRequire } from 'node:module'
import { waitUntil } from '../wait-until.ts'

type Events = {
  on(event: 'message', listener: (heard: { message: unknown; client_id: number }) => void): void
  on(event: 'rcon_auth_status', listener: (status: { AuthLevel: number }) => void): void
}
type Tee = Events & {
  rcon: Events & { auth: (name: string, password: string) => void }
  connect: () => Promise<void>
  Disconnect: () => Promise<unknown>
}
type Library = { Client: new (host: string, port: number, name: string, options: object) => Tee }

/** The client id of what the server itself says. */
const SERVER = -1
const LOG_IN_EVERY_MS = 100

export type TeePlayer = {
  /** What the server said in the chat, as this player's client received it. */
  heard: string[]
  /** Tries to log in as somebody of rank, unless that is so already. */
  isRanked: (password: string) => boolean
  leave: () => Promise<unknown>
}

/** A player who joins over the game's own protocol. */
export async function joinTee({ port, name, door }: { port: number; name: string; door: string }): Promise<TeePlayer> {
  const { Client } = createRequire(import.meta.url)('teeworlds') as Library
  const client = new Client('127.0.0.1', port, name, { lightweight: true, password: door })
  const heard: string[] = []
  let level = 0
  let triedAt = 0
  client.on('message', ({ message, client_id: from }) => {
    if (from === SERVER) heard.push(String(message))
  })
  client.rcon.on('rcon_auth_status', ({ AuthLevel }) => {
    level = AuthLevel
  })
  await client.connect()
  await waitUntil(`${name} enters the game`, () => heard.some((line) => line.startsWith(`'${name}' entered`)))
  return {
    heard,
    isRanked(password) {
      if (level === 0 && performance.now() - triedAt > LOG_IN_EVERY_MS) {
        triedAt = performance.now()
        client.rcon.auth(name, password)
      }
      return level > 0
    },
    leave: () => client.Disconnect(),
  }
}
