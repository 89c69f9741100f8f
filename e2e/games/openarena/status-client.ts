import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** The server shows a number for each buyer in its public status. */
export const SCORE = 'score'
const TIMEOUT_MS = 500
const SCORES = new RegExp(`\\\\${SCORE}_([^\\\\]*)\\\\([^\\\\]*)`, 'g')

type Status = { scores: Map<string, number>; players: string[] }

/**
 * Reads the public status of the server. The engine limits the requests of an address, and the agent uses 127.0.0.1, so
 * every request comes from another address of this machine.
 */
export function createStatusClient({ port, password }: { port: number; password: string }) {
  let count = 0
  let last: Status = { scores: new Map(), players: [] }

  async function send(text: string): Promise<string> {
    const socket = createSocket('udp4')
    try {
      socket.bind(0, `127.0.1.${(count++ % 250) + 1}`)
      await once(socket, 'listening')
      socket.send(Buffer.concat([Buffer.alloc(4, 0xff), Buffer.from(text)]), port, '127.0.0.1')
      const [response] = (await once(socket, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [Buffer]
      return response.toString('latin1')
    } catch {
      return ''
    } finally {
      socket.close()
    }
  }

  return {
    /** Returns the last known status if the server does not respond. */
    readStatus: async () => (last = parseStatus(await send('getstatus')) ?? last),
    rcon: async (line: string) => void (await send(`rcon ${password} ${line}`)),
  }
}

/** A heading, the settings on one line, then one line for each player. */
function parseStatus(response: string): Status | undefined {
  const [heading = '', settings = '', ...players] = response.split('\n')
  if (!heading.endsWith('statusResponse')) return undefined
  return {
    scores: new Map([...settings.matchAll(SCORES)].map(([, name = '', value]) => [name, Number(value)])),
    players: players.flatMap((line) => /"(.*)"/.exec(line)?.[1] ?? []),
  }
}
