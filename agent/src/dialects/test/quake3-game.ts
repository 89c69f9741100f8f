import { createSocket } from 'node:dgram'
import { handleCommand, PASSWORD, responseTo, type TestGame } from './test-game.ts'

const PACKET_PREFIX = Buffer.from([255, 255, 255, 255])
const STATUS = 'statusResponse\n\\sv_hostname\\a server\n3 48 "^1Steve"\n0 0 "Sarge^7"\n'

/** A Quake 3 server. It sends one packet per kilobyte of a response, without an end marker. */
export async function startQuake3Game(): Promise<TestGame> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const game: TestGame = {
    port: socket.address().port,
    password: PASSWORD,
    behaviour: 'respond',
    ranCommands: [],
    closeConnections: () => {},
    stop: () => new Promise((resolve) => socket.close(resolve)),
  }
  socket.on('message', (packet, from) => {
    const send = (text: string) =>
      socket.send(Buffer.concat([PACKET_PREFIX, Buffer.from(text)]), from.port, from.address)
    const text = packet.subarray(4).toString()
    if (text === 'getstatus') return send(STATUS)
    const [, password, command = ''] = /^rcon (\S+) (.*)$/s.exec(text) ?? []
    if (password !== game.password) return send('print\nBad rconpassword.\n')
    const response = responseTo(command)
    const respond = () => {
      for (let at = 0; at === 0 || at < response.length; at += 1_000) send(`print\n${response.slice(at, at + 1_000)}`)
    }
    if (command === 'echo') respond()
    else handleCommand(game, command, { respond, disconnect: () => {} })
  })
  return game
}
