import { createSocket } from 'node:dgram'
import { answerTo, PASSWORD, play, type TestGame } from './test-game.ts'

const HEAD = Buffer.from([255, 255, 255, 255])
const STATUS = 'statusResponse\n\\sv_hostname\\a server\n3 48 "^1Steve"\n0 0 "Sarge^7"\n'

/** A game of the Quake 3 family: a packet for each kilobyte of an answer, and no end. */
export async function startQuake3Game(): Promise<TestGame> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const game: TestGame = {
    port: socket.address().port,
    password: PASSWORD,
    mood: 'answer',
    ran: [],
    cutAll: () => {},
    stop: () => new Promise((resolve) => socket.close(resolve)),
  }
  socket.on('message', (packet, from) => {
    const send = (text: string) => socket.send(Buffer.concat([HEAD, Buffer.from(text)]), from.port, from.address)
    const text = packet.subarray(4).toString()
    if (text === 'getstatus') return send(STATUS)
    const [, password, command = ''] = /^rcon (\S+) (.*)$/s.exec(text) ?? []
    if (password !== game.password) return send('print\nBad rconpassword.\n')
    const answer = answerTo(command)
    const reply = () => {
      for (let at = 0; at === 0 || at < answer.length; at += 1_000) send(`print\n${answer.slice(at, at + 1_000)}`)
    }
    if (command === 'echo') reply()
    else play(game, command, { reply, cut: () => {} })
  })
  return game
}
