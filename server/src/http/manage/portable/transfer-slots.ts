import { AppError } from '../../../errors.ts'

/** A process has other work too. */
const MAX_AT_ONCE = 4

/** A few transfers of stores at once, and one for each account, so that a slow one does not keep others waiting. */
export function createTransferSlots() {
  const accounts = new Set<string>()

  function requireFree(accountId: string): void {
    if (!accounts.has(accountId) && accounts.size < MAX_AT_ONCE) return
    const why = accounts.has(accountId)
      ? 'Another transfer of yours is still running. Try again when it is done.'
      : 'Too many stores are transferred at the moment. Try again in a minute.'
    throw new AppError('rate_limited', why, { retryAfter: 60 })
  }

  return {
    requireFree,
    /** Returns what frees the slot. */
    take(accountId: string): () => void {
      requireFree(accountId)
      accounts.add(accountId)
      return () => accounts.delete(accountId)
    },
  }
}
