import { once } from 'node:events'
import { connect } from 'node:net'

const JOIN = 0
const RCON = 5
const WELCOME = 104
const RCON_LINE = 120
const RCON_END = 125

export type RulesReader = {
  /** The value of a setting, as the game has it now. */
  read: (setting: string) => Promise<string>
  close: () => void
}

/** An admin connection beside the agent's, which only asks. One question at a time. */
export async function openRulesReader({ port, password }: { port: number; password: string }): Promise<RulesReader> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let rest: Buffer = Buffer.alloc(0)
  let lines: string[] = []
  let wake: () => void = () => undefined
  socket.on('error', () => socket.destroy())
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 2 && rest.length >= rest.readUInt16LE(0)) {
      const length = rest.readUInt16LE(0)
      const type = rest[2]
      if (type === RCON_LINE) lines.push(rest.toString('utf8', 5, length - 1))
      if (type === WELCOME || type === RCON_END) wake()
      rest = rest.subarray(length)
    }
  })

  async function exchange(type: number, ...texts: string[]): Promise<string> {
    lines = []
    const answered = new Promise<void>((resolve) => (wake = resolve))
    const body = Buffer.from(texts.map((text) => `${text}\0`).join(''))
    const head = Buffer.alloc(3)
    head.writeUInt16LE(head.length + body.length, 0)
    head[2] = type
    socket.write(Buffer.concat([head, body]))
    await answered
    return lines.join('\n')
  }

  await exchange(JOIN, password, 'rules reader', '1')
  return {
    async read(setting) {
      const answer = await exchange(RCON, `setting ${setting}`)
      const value = /' is '(.*?)'/.exec(answer)?.[1]
      if (value === undefined) throw new Error(`the game does not tell ${setting}: ${answer}`)
      return value
    },
    close: () => socket.destroy(),
  }
}
