import type { Surface } from '../surface.ts'
import { myAccountRoutes } from './my-account.ts'
import { passkeyRoutes } from './passkeys.ts'
import { signInProviderRoutes } from './providers.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { sessionRoutes } from './sessions.ts'
import { signInRoutes } from './sign-in.ts'

/** Everything about the caller's own account. */
export function allAccountRoutes(surface: Surface): void {
  signInRoutes(surface)
  myAccountRoutes(surface)
  sessionRoutes(surface)
  secondFactorRoutes(surface)
  passkeyRoutes(surface)
  signInProviderRoutes(surface)
}
