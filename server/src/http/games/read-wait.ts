import { MAX_WAIT_SECONDS } from '@quartermaster/contract/games-limits'

/** How many seconds a caller is ready to wait for something to come (`Prefer: wait=N`, RFC 7240). */
export function readWait(prefer: string | string[] | undefined): number {
  if (prefer === undefined) return 0
  for (const preference of [prefer].flat().join().split(',')) {
    const seconds = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i.exec(preference)?.[1]
    if (seconds !== undefined) return Math.min(Number(seconds), MAX_WAIT_SECONDS)
  }
  return 0
}
