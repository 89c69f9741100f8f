import {
  ConfirmSignUpBody,
  CreatedSession,
  SignInBody,
  SignInResult,
  SignUpBody,
  VerifySecondFactorBody,
} from '@quartermaster/contract/manage-account'
import { endSession } from '../../../accounts/sessions/end-sessions.ts'
import { finishSignIn, signIn } from '../../../accounts/sign-in/sign-in.ts'
import { confirmSignUp, signUp } from '../../../accounts/sign-in/sign-up.ts'
import type { ManageApi } from '../manage-api.ts'
import { deleteSessionCookie, originOf, returnSession, returnSignIn } from './session-cookie.ts'

export const SAME_RESPONSE = 'The response does not reveal whether the address has an account.'

export function signInRoutes({ parts, account }: ManageApi): void {
  const { accountParts, publicUrl } = parts

  account.public(
    {
      method: 'POST',
      url: '/account/sign-up',
      operationId: 'signUp',
      summary: 'Sign up',
      description: `Sends an e-mail with a link. ${SAME_RESPONSE}`,
      body: SignUpBody,
      response: null,
      status: 202,
    },
    async ({ body, request }) => signUp(accountParts, { email: body.email, address: request.identity.address }),
  )
  account.public(
    {
      method: 'POST',
      url: '/account/sign-up/confirm',
      operationId: 'confirmSignUp',
      summary: 'Confirm a sign-up',
      description: 'Creates the account with the token of the link, and signs in.',
      body: ConfirmSignUpBody,
      response: CreatedSession,
      status: 201,
      isSecret: true,
    },
    async ({ body: { token, name, password, sessionType }, request, reply }) => {
      const session = await confirmSignUp(accountParts, { token, name, password, ...originOf(request, publicUrl) })
      return returnSession(reply, session, { publicUrl, sessionType })
    },
  )
  account.public(
    {
      method: 'POST',
      url: '/account/sign-in',
      operationId: 'signIn',
      summary: 'Sign in with a password',
      description: 'Returns a session, or a challenge if the account has a second factor.',
      body: SignInBody,
      response: SignInResult,
      isSecret: true,
    },
    async ({ body: { email, password, sessionType }, request, reply }) => {
      const result = await signIn(accountParts, { email, password, ...originOf(request, publicUrl) })
      return returnSignIn(reply, result, { publicUrl, sessionType })
    },
  )
  account.public(
    {
      method: 'POST',
      url: '/account/sign-in/second-factor',
      operationId: 'verifySecondFactor',
      summary: 'Verify the second factor',
      description: 'Completes a sign-in. Each code can be used once.',
      body: VerifySecondFactorBody,
      response: CreatedSession,
      isSecret: true,
    },
    async ({ body: { challenge, code, sessionType }, request, reply }) => {
      const session = await finishSignIn(accountParts, { challenge, code, ...originOf(request, publicUrl) })
      return returnSession(reply, session, { publicUrl, sessionType })
    },
  )
  account.signedIn(
    {
      method: 'POST',
      url: '/account/sign-out',
      operationId: 'signOut',
      summary: 'Sign out',
      response: null,
      isSecret: true,
      isPerSession: true,
    },
    async ({ caller: { accountId, sessionId }, reply }) => {
      await endSession(accountParts.db, { accountId, sessionId })
      deleteSessionCookie(reply, publicUrl)
    },
  )
}
