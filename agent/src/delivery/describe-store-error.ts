import { StoreError, UnreachableError } from '@quartermaster/sdk'

/** What went wrong with the store, in words that say what to do. */
export function sayWhy(error: unknown): string {
  if (error instanceof StoreError) {
    if (error.status === 401)
      return 'the store does not know this key; make a new one and run `npx quartermaster-agent setup`'
    if (error.status === 404)
      return 'there is no store that speaks 2.0 at this address; look at `url` in the configuration'
    return `the store answered ${error.status} (${error.code}, request ${error.requestId})`
  }
  if (error instanceof UnreachableError) return `the store cannot be reached (${error.message})`
  return error instanceof Error ? error.message : String(error)
}
