import { type ChildProcess, spawn } from 'node:child_process'
import { clientEnvironment } from '../config.ts'
import type { Client, Place } from './client.ts'

const OUTPUT_MOST = 64 * 1024

/** In groups of their own they would outlive a kit that is interrupted. */
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach(killGroup))

/** A command line that starts the client; it learns where it is from the environment. */
export function createClientProcess(command: string, place: Place): Client {
  let child: ChildProcess | undefined
  let end: string | undefined
  let output = ''

  async function kill(): Promise<void> {
    const victim = child
    child = undefined
    if (victim?.pid === undefined || victim.exitCode !== null || victim.signalCode !== null) return
    const gone = new Promise((resolve) => victim.once('exit', resolve))
    killGroup(victim)
    await gone
  }

  return {
    isByHand: false,
    async start() {
      await kill()
      end = undefined
      // A group of its own, so that what the shell has started dies with it.
      const started = spawn(command, {
        shell: true,
        detached: true,
        env: environmentOf(place),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const keep = (chunk: Buffer) => void (output = `${output}${chunk.toString()}`.slice(-OUTPUT_MOST))
      started.stdout.on('data', keep)
      started.stderr.on('data', keep)
      started.once('error', (error) => void (end = error.message))
      running.add(started)
      started.once('exit', (code, signal) => {
        running.delete(started)
        if (child === started) end = signal === null ? `exit code ${code}` : `signal ${signal}`
      })
      child = started
    },
    kill,
    stop: kill,
    ended: () => end,
    output: () => output,
  }
}

function killGroup(child: ChildProcess): void {
  try {
    // Windows knows no groups.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

function environmentOf({ url, key, consoleUrl, playersUrl, consoleFile, playersFile, rcon, state }: Place) {
  return clientEnvironment({
    QM_URL: url,
    QM_KEY: key,
    QM_CONSOLE: consoleUrl,
    QM_PLAYERS: playersUrl,
    QM_CONSOLE_FILE: consoleFile,
    QM_PLAYERS_FILE: playersFile,
    QM_RCON_HOST: rcon.host,
    QM_RCON_PORT: String(rcon.port),
    QM_RCON_PASSWORD: rcon.password,
    QM_STATE: state,
  })
}
