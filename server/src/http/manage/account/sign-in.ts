import {
  ConfirmBody,
  PasswordResetRequestBody,
  LinkBody,
  PasswordResetBody,
  SecondFactorBody,
  SignInResult,
  SignInBody,
  SignUpBody,
  NewSession,
} from '@quartermaster/contract/manage-account'
import { confirmEmailChange } from '../../../accounts/recovery/change-email.ts'
import { endSession } from '../../../accounts/sessions/end-sessions.ts'
import { requestPasswordReset, resetPassword } from '../../../accounts/recovery/reset-password.ts'
import { finishSignIn, signIn } from '../../../accounts/sign-in/sign-in.ts'
import { confirmSignUp, signUp } from '../../../accounts/sign-in/sign-up.ts'
import type { Surface } from '../surface.ts'
import { answerSignIn, dropCookie, handOver, originOf } from './session-cookie.ts'

const SAME = 'The answer is the same whether the address has an account or not.'

export function signInRoutes({ parts, account, publish }: Surface): void {
  const { people, publicUrl } = parts
  publish(NewSession, SignInResult)

  account.open(
    {
      method: 'POST',
      url: '/account/sign-up',
      operationId: 'signUp',
      summary: 'Ask for an account',
      description: `Sends a mail with a link. ${SAME}`,
      body: SignUpBody,
      answer: null,
      status: 202,
    },
    async ({ body, request }) => signUp(people, { email: body.email, address: request.ip }),
  )
  account.open(
    {
      method: 'POST',
      url: '/account/sign-up/confirm',
      operationId: 'confirmSignUp',
      summary: 'Open the account that a mail was sent for, and sign in',
      body: ConfirmBody,
      answer: 'NewSession',
      status: 201,
      secret: true,
    },
    async ({ body: { token, name, password, ...delivery }, request, reply }) => {
      const session = await confirmSignUp(people, { token, name, password, ...originOf(request) })
      return handOver(reply, session, { publicUrl, ...delivery })
    },
  )
  account.open(
    {
      method: 'POST',
      url: '/account/sign-in',
      operationId: 'signIn',
      summary: 'Sign in with a password',
      description: 'Answers a session, or a challenge when a second factor is needed.',
      body: SignInBody,
      answer: 'SignInResult',
      secret: true,
    },
    async ({ body: { email, password, ...delivery }, request, reply }) => {
      const result = await signIn(people, { email, password, ...originOf(request) })
      return answerSignIn(reply, result, { publicUrl, ...delivery })
    },
  )
  account.open(
    {
      method: 'POST',
      url: '/account/sign-in/second-factor',
      operationId: 'verifySecondFactor',
      summary: 'Finish signing in with a code',
      description: 'A code of the app counts once; a recovery code counts once.',
      body: SecondFactorBody,
      answer: 'NewSession',
      secret: true,
    },
    async ({ body: { challenge, code, ...delivery }, request, reply }) => {
      const session = await finishSignIn(people, { challenge, code, ...originOf(request) })
      return handOver(reply, session, { publicUrl, ...delivery })
    },
  )
  account.open(
    {
      method: 'POST',
      url: '/account/password-reset',
      operationId: 'requestPasswordReset',
      summary: 'Ask for a link to choose a new password',
      description: SAME,
      body: PasswordResetRequestBody,
      answer: null,
      status: 202,
    },
    async ({ body, request }) => requestPasswordReset(people, { email: body.email, address: request.ip }),
  )
  account.open(
    {
      method: 'POST',
      url: '/account/password-reset/confirm',
      operationId: 'resetPassword',
      summary: 'Choose a new password with a link',
      description:
        'All sessions end, and accounts elsewhere no longer open this one. A second factor and passkeys stay.',
      body: PasswordResetBody,
      answer: null,
      secret: true,
    },
    async ({ body }) => resetPassword(people, body),
  )
  account.open(
    {
      method: 'POST',
      url: '/account/email/confirm',
      operationId: 'confirmEmailChange',
      summary: 'Confirm a new e-mail address with a link',
      body: LinkBody,
      answer: null,
    },
    async ({ body }) => confirmEmailChange(people, body.token),
  )
  account.mine(
    {
      method: 'POST',
      url: '/account/sign-out',
      operationId: 'signOut',
      summary: 'End this session',
      answer: null,
      secret: true,
      ofSession: true,
    },
    async ({ person: { accountId, sessionId }, reply }) => {
      await endSession(people.db, { accountId, sessionId })
      dropCookie(reply, publicUrl)
    },
  )
}
