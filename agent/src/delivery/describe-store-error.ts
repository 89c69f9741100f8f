import { StoreError, UnreachableError } from '@quartermaster/sdk'
import { PROGRAM } from '../program.ts'

/** Describes for the owner why a request to the store failed and, if known, what to do. Has no period at the end. */
export function describeStoreError(error: unknown): string {
  if (error instanceof StoreError) {
    if (error.status === 401) {
      return `the store does not accept this server key. Create a new key and run \`${PROGRAM} setup\``
    }
    if (error.status === 404) {
      return 'this address does not offer the games 2.0 interface. Check `url` in the configuration'
    }
    return `the store responded with status ${error.status} (${error.code}, request ${error.requestId})`
  }
  if (error instanceof UnreachableError) return `the store is unreachable (${error.message})`
  return error instanceof Error ? error.message : String(error)
}
