import { RecoveryCodes, TotpConfirmBody, TotpSecret } from '@quartermaster/contract/manage-account'
import { renewRecoveryCodes } from '../../../accounts/recovery-codes.ts'
import { beginTotp, confirmTotp, removeTotp } from '../../../accounts/set-up-totp.ts'
import type { Surface } from '../surface.ts'
import { askerOf, PROOF } from './my-account.ts'

export function secondFactorRoutes({ parts: { people }, account, publish }: Surface): void {
  publish(TotpSecret, RecoveryCodes)

  account.mine(
    {
      method: 'POST',
      url: '/account/totp',
      operationId: 'beginTotp',
      summary: 'Get a secret for an app that makes codes',
      description: 'Nothing changes before a code of it is confirmed.',
      answer: 'TotpSecret',
      secret: true,
      proof: true,
      refusals: PROOF,
    },
    async ({ person }) => {
      return beginTotp(people, { accountId: person.accountId, email: person.email })
    },
  )
  account.mine(
    {
      method: 'POST',
      url: '/account/totp/confirm',
      operationId: 'confirmTotp',
      summary: 'Show that the app makes codes: from now on signing in asks for one',
      description: 'Answers with recovery codes; those before them are over.',
      body: TotpConfirmBody,
      answer: 'RecoveryCodes',
      secret: true,
      proof: true,
      refusals: PROOF,
    },
    async ({ person, body }) => {
      return { codes: await confirmTotp(people, { ...askerOf(person), ...body }) }
    },
  )
  account.mine(
    {
      method: 'DELETE',
      url: '/account/totp',
      operationId: 'removeTotp',
      summary: 'Sign in without codes again',
      answer: null,
      proof: true,
      refusals: PROOF,
    },
    async ({ person }) => {
      await removeTotp(people, askerOf(person))
    },
  )
  account.mine(
    {
      method: 'POST',
      url: '/account/recovery-codes',
      operationId: 'renewRecoveryCodes',
      summary: 'Get new recovery codes; those before them are over',
      answer: 'RecoveryCodes',
      secret: true,
      proof: true,
      refusals: PROOF,
    },
    async ({ person }) => {
      return { codes: await renewRecoveryCodes(people, askerOf(person)) }
    },
  )
}
