import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { GLORY } from './start-openarena.ts'

const ANSWER_MS = 500
const GLORIES = new RegExp(`\\\\${GLORY}_([^\\\\]*)\\\\([^\\\\]*)`, 'g')

type Status = { glory: Map<string, number>; players: string[] }

export type Questioner = {
  /** What the server tells anybody: who plays, and how much glory each player has. */
  status: () => Promise<Status>
  rcon: (line: string) => Promise<void>
}

/**
 * The engine answers an address ten times at once, then once a second, and the agent needs 127.0.0.1 for itself. So
 * every question comes from another address of this machine.
 */
export function createQuestioner({ port, password }: { port: number; password: string }): Questioner {
  let asked = 0
  let known: Status = { glory: new Map(), players: [] }

  async function ask(question: string): Promise<string> {
    const socket = createSocket('udp4')
    try {
      socket.bind(0, `127.0.1.${(asked++ % 250) + 1}`)
      await once(socket, 'listening')
      socket.send(Buffer.concat([Buffer.alloc(4, 0xff), Buffer.from(question)]), port, '127.0.0.1')
      const [answer] = (await once(socket, 'message', { signal: AbortSignal.timeout(ANSWER_MS) })) as [Buffer]
      return answer.toString('latin1')
    } catch {
      return ''
    } finally {
      socket.close()
    }
  }

  return {
    // An unanswered question tells nothing; the next one will.
    status: async () => (known = readStatus(await ask('getstatus')) ?? known),
    rcon: async (line) => void (await ask(`rcon ${password} ${line}`)),
  }
}

/** A head, the settings on one line, then a player on each. */
function readStatus(answer: string): Status | undefined {
  const [head = '', info = '', ...players] = answer.split('\n')
  if (!head.endsWith('statusResponse')) return undefined
  return {
    glory: new Map([...info.matchAll(GLORIES)].map(([, name = '', value]) => [name, Number(value)])),
    players: players.flatMap((line) => /"(.*)"/.exec(line)?.[1] ?? []),
  }
}
