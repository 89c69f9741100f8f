import { once } from 'node:events'
import { connect } from 'node:net'

const JOIN = 0
const RCON = 5
const WELCOME = 104
const RCON_LINE = 120
const RCON_END = 125

type SettingReader = { read: (setting: string) => Promise<string>; close: () => void }

/** A second admin connection, which reads one setting at a time. */
export async function openSettingReader({
  port,
  password,
}: {
  port: number
  password: string
}): Promise<SettingReader> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let received: Buffer = Buffer.alloc(0)
  let lines: string[] = []
  let resolveResponse: () => void = () => undefined
  socket.on('error', () => socket.destroy())
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    while (received.length >= 2 && received.length >= received.readUInt16LE(0)) {
      const length = received.readUInt16LE(0)
      const type = received[2]
      if (type === RCON_LINE) lines.push(received.toString('utf8', 5, length - 1))
      if (type === WELCOME || type === RCON_END) resolveResponse()
      received = received.subarray(length)
    }
  })

  async function exchange(type: number, ...texts: string[]): Promise<string> {
    lines = []
    const responded = new Promise<void>((resolve) => (resolveResponse = resolve))
    const body = Buffer.from(texts.map((text) => `${text}\0`).join(''))
    const head = Buffer.alloc(3)
    head.writeUInt16LE(head.length + body.length, 0)
    head[2] = type
    socket.write(Buffer.concat([head, body]))
    await responded
    return lines.join('\n')
  }

  await exchange(JOIN, password, 'setting reader', '1')
  return {
    async read(setting) {
      const response = await exchange(RCON, `setting ${setting}`)
      const value = /' is '(.*?)'/.exec(response)?.[1]
      if (value === undefined) throw new Error(`The game did not return ${setting}: ${response}`)
      return value
    },
    close: () => socket.destroy(),
  }
}
