import type { ManageApi } from '../manage-api.ts'
import { myAccountRoutes } from './my-account.ts'
import { passkeyRoutes } from './passkeys.ts'
import { recoveryRoutes } from './recovery.ts'
import { signInProviderRoutes } from './sign-in-providers.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { sessionRoutes } from './sessions.ts'
import { signInRoutes } from './sign-in.ts'

/** Everything about the caller's own account. */
export function allAccountRoutes(api: ManageApi): void {
  signInRoutes(api)
  recoveryRoutes(api)
  myAccountRoutes(api)
  sessionRoutes(api)
  secondFactorRoutes(api)
  passkeyRoutes(api)
  signInProviderRoutes(api)
}
