import { RecoveryCodes, TotpConfirmBody, TotpSecret } from '@quartermaster/contract/manage-account'
import { regenerateRecoveryCodes } from '../../../accounts/second-factor/recovery-codes.ts'
import { startTotpSetup, confirmTotpSetup, disableTotp } from '../../../accounts/second-factor/set-up-totp.ts'
import type { Surface } from '../surface.ts'
import { sessionOf, PROOF } from './my-account.ts'

export function secondFactorRoutes({ parts: { people }, account, publish }: Surface): void {
  publish(TotpSecret, RecoveryCodes)

  account.mine(
    {
      method: 'POST',
      url: '/account/totp',
      operationId: 'startTotpSetup',
      summary: 'Get a secret for an app that makes codes',
      description: 'Nothing changes before a code of it is confirmed.',
      answer: 'TotpSecret',
      secret: true,
      proof: true,
      refusals: PROOF,
    },
    async ({ person }) => {
      return startTotpSetup(people, { accountId: person.accountId, email: person.email })
    },
  )
  account.mine(
    {
      method: 'POST',
      url: '/account/totp/confirm',
      operationId: 'confirmTotpSetup',
      summary: 'Show that the app makes codes: from now on signing in asks for one',
      description: 'Answers with recovery codes; those before them are over.',
      body: TotpConfirmBody,
      answer: 'RecoveryCodes',
      secret: true,
      proof: true,
      refusals: PROOF,
    },
    async ({ person, body }) => {
      return { codes: await confirmTotpSetup(people, { ...sessionOf(person), ...body }) }
    },
  )
  account.mine(
    {
      method: 'DELETE',
      url: '/account/totp',
      operationId: 'disableTotp',
      summary: 'Sign in without codes again',
      answer: null,
      proof: true,
      refusals: PROOF,
    },
    async ({ person }) => {
      await disableTotp(people, sessionOf(person))
    },
  )
  account.mine(
    {
      method: 'POST',
      url: '/account/recovery-codes',
      operationId: 'regenerateRecoveryCodes',
      summary: 'Get new recovery codes; those before them are over',
      answer: 'RecoveryCodes',
      secret: true,
      proof: true,
      refusals: PROOF,
    },
    async ({ person }) => {
      return { codes: await regenerateRecoveryCodes(people, sessionOf(person)) }
    },
  )
}
