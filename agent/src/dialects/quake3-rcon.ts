import type { RateLimit } from '../rate-limiter.ts'
import { checkCommand } from './check-command.ts'
import { createConsole } from './create-console.ts'
import { ConsoleError, type Dialect } from './dialect.ts'
import { readQuake3Status } from './online-players/read-quake3-status.ts'
import { createConsoleRateLimiter } from './transports/console-rate-limiter.ts'
import { createPasswordError } from './transports/log-in.ts'
import { createUdpExchange } from './transports/udp-exchange.ts'

/** The game reads 1,023 bytes, including `rcon` and the password. */
const MAX_PACKET_BYTES = 1_000
/** Marks a packet that does not belong to the connection of a player. */
const PACKET_PREFIX = Buffer.from([255, 255, 255, 255])

/** The rcon of Quake 3 and related games, over UDP. Without a response it is unknown whether the command ran. */
export function quake3Rcon(limit: RateLimit): Dialect['open'] {
  return async (settings, signal) => {
    const closing = new AbortController()
    const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()))
    const close = async () => closing.abort()
    const exchange = createUdpExchange(settings)
    const waitForSlot = createConsoleRateLimiter(limit)

    const request = async (bytes: Buffer): Promise<string> => {
      await waitForSlot(closing.signal)
      try {
        const packets = await exchange(bytes, closing.signal)
        return packets.map(readPacket).join('')
      } catch (error) {
        // A lost packet and a stopped game look the same here. Opening the console again finds out.
        await close()
        throw error
      }
    }
    const run = async (command: string) => {
      const response = await request(encodeQuake3Command(command, settings.password))
      if (/^(Bad rconpassword|No rconpassword set)/i.test(response)) throw createPasswordError()
      return response
    }
    const online = async () => readQuake3Status(await request(Buffer.concat([PACKET_PREFIX, Buffer.from('getstatus')])))

    await checkConnection(() => run('echo'), signal, close)
    return createConsole({ run, online, closed, close })
  }
}

function readPacket(packet: Buffer): string {
  return packet
    .subarray(PACKET_PREFIX.length)
    .toString()
    .replace(/^print\n/, '')
}

export function encodeQuake3Command(command: string, password: string): Buffer {
  // The game takes everything after the first space behind the password as the command.
  if (!/^[!#-~]+$/.test(password)) {
    throw new ConsoleError(
      'This console accepts only passwords of visible ASCII characters without quotation marks. Change the rcon password',
      { mayHaveRun: false },
    )
  }
  checkCommand(command, MAX_PACKET_BYTES - password.length)
  return Buffer.concat([PACKET_PREFIX, Buffer.from(`rcon ${password} ${command}`)])
}

async function checkConnection(
  run: () => Promise<string>,
  signal: AbortSignal,
  close: () => Promise<void>,
): Promise<void> {
  signal.throwIfAborted()
  const onAbort = () => void close()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await run()
  } catch (error) {
    await close()
    if (error instanceof ConsoleError && !error.mayHaveRun) throw error
    throw new ConsoleError(
      'The console does not respond. Check that the game server is running at this address and has an rcon password',
      { mayHaveRun: false, cause: error },
    )
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
