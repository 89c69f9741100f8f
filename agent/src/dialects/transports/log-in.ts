import { ConsoleError } from '../dialect.ts'
import type { RequestChannel } from './request-channel.ts'

/** Runs the login of a console and closes the channel if it fails. No command has been sent at that point. */
export async function logIn<Outgoing, Message>(
  channel: RequestChannel<Outgoing, Message>,
  signal: AbortSignal,
  authenticate: () => Promise<void>,
): Promise<void> {
  const onAbort = () => void channel.close()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    signal.throwIfAborted()
    await authenticate()
  } catch (error) {
    await channel.close()
    if (error instanceof ConsoleError && !error.mayHaveRun) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConsoleError(`Login to the console failed: ${reason}`, { mayHaveRun: false, cause: error })
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

export function createPasswordError(): ConsoleError {
  return new ConsoleError('The console refused the password. Check console.password', { mayHaveRun: false })
}

/** For games that close the connection instead of refusing the password. */
export function createLoginClosedError(cause: unknown): ConsoleError {
  return new ConsoleError(
    'The console closed the connection during login. The password is probably wrong: check console.password',
    { mayHaveRun: false, cause },
  )
}
