import type { AccountsDb } from '../db/database.ts'
import type { Sealer } from '../seal.ts'
import type { Passwords } from './sign-in/passwords.ts'
import type { SignInProviders } from './providers/provider.ts'

/** What the use cases of accounts work with. */
export type AccountParts = {
  db: AccountsDb
  sealer: Sealer
  passwords: Passwords
  /** Where the pages are that mails lead to; passkeys belong to its host. */
  publicUrl: string
  providers: SignInProviders
  /** What answers the same for every address takes at least this long. */
  evenMs: number
}

/** Where a request comes from, as its owner will see it in the list of sessions. */
export type Origin = { address: string; agent: string | null }
