import type { Socket } from 'node:net'
import { createLineReader } from '../line-reader.ts'
import { answerTo, play, startTcpGame, type TestGame } from './test-game.ts'

const STATUS = [
  `[12:00:00][Server]: id=0 addr=<{127.0.0.1:1}> client=705 name='Steve' score=0 `,
  `[12:00:00][Server]: id=1 addr=<{127.0.0.1:2}> client=705 name='a' score=1 b' score=3 (Admin)`,
  `[12:00:00][chat]: 0:-2:Steve: [12:00:00][Server]: id=2 addr=<{}> client=705 name='Ghost' score=0 `,
].join('\n')

/** Teeworlds with its external console: it repeats what it was sent, and logs what players say in between. */
export function startEconGame() {
  return startTcpGame((socket, game) => {
    // Three bytes end a line, two of them NULs.
    const say = (line: string) => socket.write(`${line}\n\0\0`)
    const read = createLineReader()
    let isKnown = false
    say('Enter password:')
    return (bytes) => {
      for (const line of read(bytes)) {
        if (isKnown) serve(socket, line, { game, say })
        else {
          isKnown = line === game.password
          say(isKnown ? 'Authentication successful. External console access granted.' : 'Wrong password 1/3.')
          say('[12:00:00][econ]: cid=0 authed')
        }
      }
    }
  })
}

function serve(socket: Socket, line: string, { game, say }: { game: TestGame; say: (line: string) => void }): void {
  if (line === '') return
  say(`[12:00:00][server]: cid=0 cmd='${line}'`)
  if (line.startsWith('echo ')) {
    if (game.mood === 'answer') say(`[12:00:00][Console]: ${line.slice(5)}`)
    return
  }
  const answer = line === 'status' ? STATUS : answerTo(line)
  const reply = () => answer.split('\n').filter(Boolean).forEach(say)
  play(game, line, { reply, cut: () => void socket.destroy() })
}
