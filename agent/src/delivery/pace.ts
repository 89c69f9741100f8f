import { rest } from './pause.ts'

/** Lets through so many at once and then so many a second, so that the store never has to say that it is too much. */
export function createPace({ burst, perSecond }: { burst: number; perSecond: number }) {
  let tokens = burst
  let at = Date.now()

  return async (signal: AbortSignal): Promise<void> => {
    const now = Date.now()
    tokens = Math.min(burst, tokens + ((now - at) / 1_000) * perSecond) - 1
    at = now
    if (tokens < 0) await rest((-tokens / perSecond) * 1_000, signal)
  }
}
