/** Calls that come while the work runs, and for some time afterwards, get the same result. */
export function shareResult<T>(ms: number, work: () => Promise<T>, now = Date.now): () => Promise<T> {
  let shared: Promise<T> | undefined
  let expiresAt = 0
  return () => {
    if (!shared || now() >= expiresAt) {
      expiresAt = Infinity
      shared = work().finally(() => (expiresAt = now() + ms))
    }
    return shared
  }
}
