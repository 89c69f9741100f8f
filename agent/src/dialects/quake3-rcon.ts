import type { Pace } from '../pace.ts'
import { checkCommand } from './check-command.ts'
import { createConsolePace } from './console-pace.ts'
import { createConsole } from './create-console.ts'
import { ConsoleError, type Dialect } from './dialect.ts'
import { passwordRefused } from './log-in.ts'
import { readQuake3Status } from './read-quake3-status.ts'
import { createUdpExchange } from './udp-exchange.ts'

/** The game reads 1,023 bytes, `rcon` and the password included. */
const MOST_BYTES = 1_000
/** Marks a packet that belongs to no player's connection. */
const HEAD = Buffer.from([255, 255, 255, 255])

/** The rcon of Quake 3 and its kin, over UDP: who gets no answer does not know whether the command ran. */
export function quake3Rcon(pace: Pace): Dialect['open'] {
  return async (settings, signal) => {
    const ending = new AbortController()
    const closed = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()))
    const close = async () => ending.abort()
    const exchange = createUdpExchange(settings)
    const keepPace = createConsolePace(pace)

    const ask = async (bytes: Buffer): Promise<string> => {
      await keepPace(ending.signal)
      try {
        const packets = await exchange(bytes, ending.signal)
        return packets
          .map((packet) =>
            packet
              .subarray(HEAD.length)
              .toString()
              .replace(/^print\n/, ''),
          )
          .join('')
      } catch (error) {
        // Nothing tells a lost packet from a lost game. The next opening does.
        await close()
        throw error
      }
    }
    const run = async (command: string) => {
      const answer = await ask(encodeQuake3Command(command, settings.password))
      if (/^(Bad rconpassword|No rconpassword set)/i.test(answer)) throw passwordRefused()
      return answer
    }
    const online = async () => readQuake3Status(await ask(Buffer.concat([HEAD, Buffer.from('getstatus')])))

    await tryOut(() => run('echo'), signal, close)
    return createConsole({ run, online, closed, close })
  }
}

export function encodeQuake3Command(command: string, password: string): Buffer {
  // The game takes for the command what stands behind the first blank that follows the password.
  if (!/^[!#-~]+$/.test(password)) {
    throw new ConsoleError('This console takes only passwords of visible ASCII characters, without quotes and blanks', {
      mayHaveRun: false,
    })
  }
  checkCommand(command, MOST_BYTES - password.length)
  return Buffer.concat([HEAD, Buffer.from(`rcon ${password} ${command}`)])
}

async function tryOut(run: () => Promise<string>, signal: AbortSignal, close: () => Promise<void>): Promise<void> {
  signal.throwIfAborted()
  const onAbort = () => void close()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await run()
  } catch (error) {
    await close()
    if (error instanceof ConsoleError && !error.mayHaveRun) throw error
    throw new ConsoleError(
      'The console does not answer. Is the game server running at this address, with an rcon password set?',
      { mayHaveRun: false, cause: error },
    )
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
