import { ConfirmTotpBody, RecoveryCodes, TotpSecret } from '@quartermaster/contract/manage-account'
import { regenerateRecoveryCodes } from '../../../accounts/second-factor/recovery-codes.ts'
import { confirmTotpSetup, disableTotp, startTotpSetup } from '../../../accounts/second-factor/set-up-totp.ts'
import type { ManageApi } from '../manage-api.ts'
import { RECENT_AUTHENTICATION_ERRORS, sessionOf } from './my-account.ts'

export function secondFactorRoutes({ parts: { accountParts }, account }: ManageApi): void {
  account.signedIn(
    {
      method: 'POST',
      url: '/account/totp',
      operationId: 'startTotpSetup',
      summary: 'Start the setup of an authenticator app',
      description: 'Returns a secret for the app. The second factor is not required until a code is confirmed.',
      response: TotpSecret,
      isSecret: true,
      requiresRecentAuthentication: true,
      errors: RECENT_AUTHENTICATION_ERRORS,
    },
    async ({ caller: { accountId, email } }) => startTotpSetup(accountParts, { accountId, email }),
  )
  account.signedIn(
    {
      method: 'POST',
      url: '/account/totp/confirm',
      operationId: 'confirmTotpSetup',
      summary: 'Confirm the setup of an authenticator app',
      description: 'From now on, signing in requires a code. Returns new recovery codes and invalidates older ones.',
      body: ConfirmTotpBody,
      response: RecoveryCodes,
      isSecret: true,
      requiresRecentAuthentication: true,
      errors: RECENT_AUTHENTICATION_ERRORS,
    },
    async ({ caller, body }) => ({ codes: await confirmTotpSetup(accountParts, { ...body, ...sessionOf(caller) }) }),
  )
  account.signedIn(
    {
      method: 'DELETE',
      url: '/account/totp',
      operationId: 'disableTotp',
      summary: 'Disable the authenticator app',
      response: null,
      requiresRecentAuthentication: true,
      errors: RECENT_AUTHENTICATION_ERRORS,
    },
    async ({ caller }) => {
      await disableTotp(accountParts, sessionOf(caller))
    },
  )
  account.signedIn(
    {
      method: 'POST',
      url: '/account/recovery-codes',
      operationId: 'regenerateRecoveryCodes',
      summary: 'Regenerate the recovery codes',
      description: 'Invalidates the older codes.',
      response: RecoveryCodes,
      isSecret: true,
      requiresRecentAuthentication: true,
      errors: RECENT_AUTHENTICATION_ERRORS,
    },
    async ({ caller }) => ({ codes: await regenerateRecoveryCodes(accountParts, sessionOf(caller)) }),
  )
}
