import {
  NewPasskey,
  NewPasskeyBody,
  Passkey,
  PasskeyList,
  PasskeyOptions,
  PasskeySignInBody,
} from '@quartermaster/contract/manage-account'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { listPasskeys } from '../../../accounts/second-factor/passkey.ts'
import {
  startPasskeyRegistration,
  finishPasskeyRegistration,
  deletePasskey,
} from '../../../accounts/second-factor/register-passkey.ts'
import { startPasskeySignIn, finishPasskeySignIn } from '../../../accounts/sign-in/sign-in-with-passkey.ts'
import { formatId } from '../../../ids.ts'
import { moment, momentOrNull } from '../moment.ts'
import type { Surface } from '../surface.ts'
import { sessionOf, PROOF } from './my-account.ts'
import { handOver, originOf } from './session-cookie.ts'

export function passkeyRoutes({ parts: { people, publicUrl }, account, publish }: Surface): void {
  publish(Passkey, PasskeyList, PasskeyOptions, NewPasskey)

  account.mine(
    {
      method: 'GET',
      url: '/account/passkeys',
      operationId: 'listPasskeys',
      summary: 'Your passkeys',
      answer: 'PasskeyList',
    },
    async ({ person }) => {
      const passkeys = await listPasskeys(people.db, person.accountId)
      return {
        items: passkeys.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
          id: formatId('psk', id),
          name,
          backedUp,
          createdAt: moment(createdAt),
          lastUsedAt: momentOrNull(lastUsedAt),
        })),
      }
    },
  )
  account.mine(
    {
      method: 'POST',
      url: '/account/passkeys/start',
      operationId: 'startPasskeyRegistration',
      summary: 'What a browser needs to make a passkey',
      answer: 'PasskeyOptions',
      secret: true,
      proof: true,
      refusals: PROOF,
    },
    async ({ person }) => {
      return { options: await startPasskeyRegistration(people, person) }
    },
  )
  account.mine(
    {
      method: 'POST',
      url: '/account/passkeys',
      operationId: 'addPasskey',
      summary: 'Add the passkey that the browser made',
      body: NewPasskeyBody,
      answer: 'NewPasskey',
      status: 201,
      proof: true,
      refusals: PROOF,
    },
    async ({ person, body: { name, response } }) => {
      // The package reads it with care; our schema knows the fields, not the words in them.
      const made = response as RegistrationResponseJSON
      const id = await finishPasskeyRegistration(people, { ...sessionOf(person), name, response: made })
      return { id: formatId('psk', id) }
    },
  )
  account.mine(
    {
      method: 'DELETE',
      url: '/account/passkeys/:passkeyId',
      operationId: 'deletePasskey',
      summary: 'Remove a passkey',
      answer: null,
      proof: true,
      refusals: PROOF,
    },
    async ({ person, params }) => {
      await deletePasskey(people, { ...sessionOf(person), passkeyId: params.passkeyId })
    },
  )
  account.open(
    {
      method: 'POST',
      url: '/account/passkey-sign-in/start',
      operationId: 'startPasskeySignIn',
      summary: 'What a browser needs to sign in with a passkey',
      answer: 'PasskeyOptions',
      secret: true,
    },
    async () => ({ options: await startPasskeySignIn(people) }),
  )
  account.open(
    {
      method: 'POST',
      url: '/account/passkey-sign-in',
      operationId: 'signInWithPasskey',
      summary: 'Sign in with a passkey; no code is asked for besides',
      body: PasskeySignInBody,
      answer: 'NewSession',
      secret: true,
    },
    async ({ body: { response, ...delivery }, request, reply }) => {
      const given = response as AuthenticationResponseJSON
      const session = await finishPasskeySignIn(people, { response: given, ...originOf(request) })
      return handOver(reply, session, { publicUrl, ...delivery })
    },
  )
}
