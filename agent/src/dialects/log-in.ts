import type { Channel } from './channel.ts'
import { ConsoleError } from './dialect.ts'

/** Takes the steps into a console, or closes it again. Until then no command left, whatever went wrong. */
export async function logIn<Message>(
  channel: Channel<Message>,
  signal: AbortSignal,
  steps: () => Promise<void>,
): Promise<void> {
  const onAbort = () => void channel.close()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    signal.throwIfAborted()
    await steps()
  } catch (error) {
    await channel.close()
    if (error instanceof ConsoleError && !error.mayHaveRun) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConsoleError(`The console did not let us in: ${reason}`, { mayHaveRun: false, cause: error })
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

export function passwordRefused(): ConsoleError {
  return new ConsoleError('The console refused the password', { mayHaveRun: false })
}
