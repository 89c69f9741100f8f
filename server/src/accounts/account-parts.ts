import type { AccountsDb, AccountsTx } from '../db/database.ts'
import type { Sealer } from '../seal.ts'
import type { Passwords } from './sign-in/passwords.ts'
import type { SignInProviders } from './providers/provider.ts'

/** The dependencies of the account use cases. */
export type AccountParts = {
  db: AccountsDb
  sealer: Sealer
  passwords: Passwords
  /** Links in e-mails point here, and passkeys are bound to its host. */
  publicUrl: string
  providers: SignInProviders
  /** Whether a person with this address can create an account. */
  maySignUp: (tx: AccountsTx, email: string) => Promise<boolean>
  /** Minimum duration of requests that must not reveal whether an address has an account. */
  minimumMs: number
}

/** Where a request comes from, as shown in the list of sessions. */
export type Origin = {
  address: string
  userAgent: string | null
  /** The session cookie that the browser still has. It proves only that an account was used there. */
  device?: string
}
