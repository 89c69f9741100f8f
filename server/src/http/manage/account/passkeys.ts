import {
  CreatedPasskey,
  CreatedSession,
  FinishPasskeyRegistrationBody,
  PasskeyList,
  PasskeyOptions,
  SignInWithPasskeyBody,
} from '@quartermaster/contract/manage-account'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { listPasskeys } from '../../../accounts/second-factor/passkey.ts'
import {
  deletePasskey,
  finishPasskeyRegistration,
  startPasskeyRegistration,
} from '../../../accounts/second-factor/register-passkey.ts'
import { finishPasskeySignIn, startPasskeySignIn } from '../../../accounts/sign-in/sign-in-with-passkey.ts'
import { formatId } from '../../../ids.ts'
import type { ManageApi } from '../manage-api.ts'
import { toNullableTimestamp, toTimestamp } from '../../json-api/timestamps.ts'
import { RECENT_AUTHENTICATION_ERRORS, sessionOf } from './my-account.ts'
import { originOf, returnSession } from './session-cookie.ts'

export function passkeyRoutes({ parts: { accountParts, publicUrl }, account }: ManageApi): void {
  account.signedIn(
    {
      method: 'GET',
      url: '/account/passkeys',
      operationId: 'listPasskeys',
      summary: 'List your passkeys',
      response: PasskeyList,
    },
    async ({ caller }) => {
      const passkeys = await listPasskeys(accountParts.db, caller.accountId)
      return {
        items: passkeys.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
          id: formatId('psk', id),
          name,
          isBackedUp: backedUp,
          createdAt: toTimestamp(createdAt),
          lastUsedAt: toNullableTimestamp(lastUsedAt),
        })),
      }
    },
  )
  account.signedIn(
    {
      method: 'POST',
      url: '/account/passkeys/start',
      operationId: 'startPasskeyRegistration',
      summary: 'Start the registration of a passkey',
      description: 'Returns the options with which the browser creates the passkey.',
      response: PasskeyOptions,
      isSecret: true,
      requiresRecentAuthentication: true,
      errors: RECENT_AUTHENTICATION_ERRORS,
    },
    async ({ caller }) => ({ options: { ...(await startPasskeyRegistration(accountParts, caller)) } }),
  )
  account.signedIn(
    {
      method: 'POST',
      url: '/account/passkeys',
      operationId: 'finishPasskeyRegistration',
      summary: 'Finish the registration of a passkey',
      description: 'Send the passkey that the browser created.',
      body: FinishPasskeyRegistrationBody,
      response: CreatedPasskey,
      status: 201,
      requiresRecentAuthentication: true,
      errors: RECENT_AUTHENTICATION_ERRORS,
    },
    async ({ caller, body: { name, response } }) => {
      // The library validates the values. The schema has only checked which fields there are.
      const created = response as RegistrationResponseJSON
      const id = await finishPasskeyRegistration(accountParts, { ...sessionOf(caller), name, response: created })
      return { id: formatId('psk', id) }
    },
  )
  account.signedIn(
    {
      method: 'DELETE',
      url: '/account/passkeys/:passkeyId',
      operationId: 'deletePasskey',
      summary: 'Delete a passkey',
      response: null,
      requiresRecentAuthentication: true,
      errors: RECENT_AUTHENTICATION_ERRORS,
    },
    async ({ caller, params }) => {
      await deletePasskey(accountParts, { ...sessionOf(caller), passkeyId: params.passkeyId })
    },
  )
  account.public(
    {
      method: 'POST',
      url: '/account/passkey-sign-in/start',
      operationId: 'startPasskeySignIn',
      summary: 'Start signing in with a passkey',
      description: 'Returns the options with which the browser asks for the passkey.',
      response: PasskeyOptions,
      isSecret: true,
    },
    async () => ({ options: { ...(await startPasskeySignIn(accountParts)) } }),
  )
  account.public(
    {
      method: 'POST',
      url: '/account/passkey-sign-in',
      operationId: 'signInWithPasskey',
      summary: 'Sign in with a passkey',
      description: 'A passkey needs no second factor.',
      body: SignInWithPasskeyBody,
      response: CreatedSession,
      isSecret: true,
    },
    async ({ body: { response, sessionType }, request, reply }) => {
      const assertion = response as AuthenticationResponseJSON
      const session = await finishPasskeySignIn(accountParts, {
        response: assertion,
        ...originOf(request, accountParts.publicUrl),
      })
      return returnSession(reply, session, { publicUrl, sessionType })
    },
  )
}
