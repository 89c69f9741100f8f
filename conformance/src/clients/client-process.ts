import { type ChildProcess, spawn } from 'node:child_process'
import { createClientEnv } from '../config.ts'
import type { Client, ClientEnvironment } from './client.ts'

const MAX_OUTPUT_LENGTH = 64 * 1024

/** Each client runs in its own process group, so it would survive an interrupted kit if this did not kill it. */
const runningClients = new Set<ChildProcess>()
process.on('exit', () => runningClients.forEach(killGroup))

/** Runs a shell command as the client. It finds the store and the console in environment variables. */
export function createClientProcess(command: string, environment: ClientEnvironment): Client {
  let child: ChildProcess | undefined
  let exitReason: string | undefined
  let output = ''

  async function kill(): Promise<void> {
    const killed = child
    child = undefined
    if (killed?.pid === undefined || killed.exitCode !== null || killed.signalCode !== null) return
    const exited = new Promise((resolve) => killed.once('exit', resolve))
    killGroup(killed)
    await exited
  }

  return {
    isManual: false,
    async start() {
      await kill()
      exitReason = undefined
      // With its own process group, everything that the shell starts is killed too.
      const started = spawn(command, {
        shell: true,
        detached: true,
        env: toEnv(environment),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const keepOutput = (chunk: Buffer) => void (output = `${output}${chunk.toString()}`.slice(-MAX_OUTPUT_LENGTH))
      started.stdout.on('data', keepOutput)
      started.stderr.on('data', keepOutput)
      started.once('error', (error) => void (exitReason = error.message))
      runningClients.add(started)
      started.once('exit', (code, signal) => {
        runningClients.delete(started)
        if (child === started) exitReason = signal === null ? `exit code ${code}` : `signal ${signal}`
      })
      child = started
    },
    kill,
    stop: kill,
    exitReason: () => exitReason,
    output: () => output,
  }
}

function killGroup(child: ChildProcess): void {
  try {
    // Windows has no process groups; there this throws.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

function toEnv({ url, key, consoleUrl, playersUrl, consoleFile, playersFile, rcon, stateFolder }: ClientEnvironment) {
  return createClientEnv({
    QM_URL: url,
    QM_KEY: key,
    QM_CONSOLE: consoleUrl,
    QM_PLAYERS: playersUrl,
    QM_CONSOLE_FILE: consoleFile,
    QM_PLAYERS_FILE: playersFile,
    QM_RCON_HOST: rcon.host,
    QM_RCON_PORT: String(rcon.port),
    QM_RCON_PASSWORD: rcon.password,
    QM_STATE: stateFolder,
  })
}
