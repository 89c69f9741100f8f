const MAX_SECONDS = 60

/** How many seconds a client is willing to wait for deliveries (`Prefer: wait=N`, RFC 7240). */
export function readWait(prefer: string | string[] | undefined): number {
  if (prefer === undefined) return 0
  for (const preference of [prefer].flat().join().split(',')) {
    const seconds = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i.exec(preference)?.[1]
    if (seconds !== undefined) return Math.min(Number(seconds), MAX_SECONDS)
  }
  return 0
}
