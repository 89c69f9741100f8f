import type { Socket } from 'node:net'
import { createLineReader } from '../transports/line-reader.ts'
import { handleCommand, responseTo, startTcpGame, type TestGame } from './test-game.ts'

const STATUS = [
  `[12:00:00][Server]: id=0 addr=<{127.0.0.1:1}> client=705 name='Steve' score=0 `,
  `[12:00:00][Server]: id=1 addr=<{127.0.0.1:2}> client=705 name='a' score=1 b' score=3 (Admin)`,
  `[12:00:00][chat]: 0:-2:Steve: [12:00:00][Server]: id=2 addr=<{}> client=705 name='Ghost' score=0 `,
].join('\n')

/** Teeworlds with its external console. It logs every line that it receives, and chat between them. */
export function startEconGame() {
  return startTcpGame((socket, game) => {
    // Lines end with a line feed and two NULs.
    const print = (line: string) => socket.write(`${line}\n\0\0`)
    const read = createLineReader()
    let isAuthenticated = false
    print('Enter password:')
    return (bytes) => {
      for (const line of read(bytes)) {
        if (isAuthenticated) handleLine(socket, line, { game, print })
        else {
          isAuthenticated = line === game.password
          print(isAuthenticated ? 'Authentication successful. External console access granted.' : 'Wrong password 1/3.')
          print('[12:00:00][econ]: cid=0 authed')
        }
      }
    }
  })
}

type Console = { game: TestGame; print: (line: string) => void }

function handleLine(socket: Socket, line: string, { game, print }: Console): void {
  if (line === '') return
  print(`[12:00:00][server]: cid=0 cmd='${line}'`)
  if (line.startsWith('echo ')) {
    if (game.behaviour === 'respond') print(`[12:00:00][Console]: ${line.slice(5)}`)
    return
  }
  const response = line === 'status' ? STATUS : responseTo(line)
  const respond = () => response.split('\n').filter(Boolean).forEach(print)
  handleCommand(game, line, { respond, disconnect: () => void socket.destroy() })
}
