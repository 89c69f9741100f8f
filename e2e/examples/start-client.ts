import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Game } from './open-game.ts'

type Connection = { url: string; key: string; consoleUrl: string | undefined }

/** Starts the client in its own process. */
export function startClient([program, ...args]: [string, ...string[]], store: Connection, game: Game) {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      QM_URL: store.url,
      QM_KEY: store.key,
      QM_PAUSE: '0.25',
      QM_STATE: game.folder,
      QM_CONSOLE_FILE: game.console,
      QM_PLAYERS_FILE: game.players,
      ...(store.consoleUrl !== undefined && { QM_CONSOLE: store.consoleUrl }),
    },
  })
  const exited = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }

  async function kill(): Promise<void> {
    child.kill('SIGKILL')
    await exited
  }

  return { output: () => output, kill }
}
