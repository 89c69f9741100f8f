import { createRequire } from 'node:module'
import { waitFor } from '../wait-for.ts'

type Events = {
  on(event: 'message', listener: (received: { message: unknown; client_id: number }) => void): void
  on(event: 'rcon_auth_status', listener: (status: { AuthLevel: number }) => void): void
}
type Tee = Events & {
  rcon: Events & { auth: (name: string, password: string) => void }
  connect: () => Promise<void>
  Disconnect: () => Promise<unknown>
}
type Library = { Client: new (host: string, port: number, name: string, options: object) => Tee }

/** The client id of messages of the server itself. */
const SERVER = -1
const LOG_IN_INTERVAL_MS = 100

export type TeePlayer = {
  /** The messages of the server that this client has received. */
  chat: string[]
  /** Tries to log in, unless the client is logged in already. */
  isRanked: (password: string) => boolean
  leave: () => Promise<unknown>
}

type Options = { port: number; name: string; serverPassword: string }

/** A player who joins with the protocol of the game. */
export async function joinTee({ port, name, serverPassword }: Options): Promise<TeePlayer> {
  const { Client } = createRequire(import.meta.url)('teeworlds') as Library
  const client = new Client('127.0.0.1', port, name, { lightweight: true, password: serverPassword })
  const chat: string[] = []
  let level = 0
  let triedAt = 0
  client.on('message', ({ message, client_id: from }) => {
    if (from === SERVER) chat.push(String(message))
  })
  client.rcon.on('rcon_auth_status', ({ AuthLevel }) => {
    level = AuthLevel
  })
  await client.connect()
  await waitFor(`${name} enters the game`, () => chat.some((line) => line.startsWith(`'${name}' entered`)))
  return {
    chat,
    isRanked(password) {
      if (level === 0 && performance.now() - triedAt > LOG_IN_INTERVAL_MS) {
        triedAt = performance.now()
        client.rcon.auth(name, password)
      }
      return level > 0
    },
    leave: () => client.Disconnect(),
  }
}
