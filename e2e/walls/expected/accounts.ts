import { formatId } from '../../../server/src/ids.ts'
import { type Account, addAccount } from '../fixtures/accounts.ts'
import {
  addEmailLink,
  addGithubIdentity,
  addPasskey,
  addPassword,
  addSession,
  addTotp,
  beginTotpSetup,
  createPasskeyResponse,
  githubSubject,
  openSecondFactorChallenge,
  PASSWORD,
  startGithubFlow,
  usePasskeyResponse,
} from '../fixtures/sign-in.ts'
import { uniqueName } from '../store-context.ts'
import { allow, type More, other, type RequestContext, type RequestOrSource, type Table } from './expectation.ts'

/** Also for callers who have not signed in. */
const anyone = (status: number, source?: RequestOrSource, more?: More) =>
  allow('anyone', null, status, source, { audit: 'never', ...more })
/** For signed-in accounts, about themselves. */
const signedIn = (status: number, source?: RequestOrSource, more?: More) =>
  allow('accounts', null, status, source, { audit: 'never', ...more })

const newEmail = (context: RequestContext) => `${uniqueName(context)}@vale.example`
const withPassword = async (context: RequestContext): Promise<Account> => {
  const account = await addAccount(context)
  await addPassword(context, account)
  return account
}
const withTotp = async (context: RequestContext): Promise<Account> => {
  const account = await addAccount(context)
  await addTotp(context, account)
  return account
}
const GITHUB = { params: { provider: 'github' } }
const SHARED_PROVIDER: More = { sharedNames: ['provider'] }
/** The session is sent in the response, not as a cookie. */
const AS_TOKEN = { sessionType: 'token' }

export const ACCOUNTS: Table = {
  signUp: anyone(202, { body: (context) => ({ email: newEmail(context) }) }),
  confirmSignUp: anyone(201, {
    body: async (context) => {
      const token = await addEmailLink(context, { kind: 'confirm', accountId: null, email: newEmail(context) })
      return { token, name: 'Ana', password: PASSWORD, ...AS_TOKEN }
    },
  }),
  signIn: anyone(200, {
    body: async (context) => ({ email: (await withPassword(context)).email, password: PASSWORD, ...AS_TOKEN }),
  }),
  verifySecondFactor: anyone(200, {
    body: async (context) => {
      const account = await addAccount(context)
      const code = await addTotp(context, account)
      return { challenge: await openSecondFactorChallenge(context, account), code, ...AS_TOKEN }
    },
  }),
  requestPasswordReset: anyone(202, { body: async (context) => ({ email: (await withPassword(context)).email }) }),
  resetPassword: anyone(204, {
    body: async (context) => {
      const { accountId, email } = await addAccount(context)
      return { token: await addEmailLink(context, { kind: 'reset', accountId, email }), password: PASSWORD }
    },
  }),
  confirmEmailChange: anyone(204, {
    body: async (context) => {
      const { accountId } = await addAccount(context)
      return { token: await addEmailLink(context, { kind: 'change_email', accountId, email: newEmail(context) }) }
    },
  }),
  startPasskeySignIn: anyone(200),
  signInWithPasskey: anyone(200, {
    body: async (context) => ({ response: await usePasskeyResponse(context, await addAccount(context)), ...AS_TOKEN }),
  }),
  listSignInProviders: anyone(200),
  startProviderSignIn: anyone(200, GITHUB, SHARED_PROVIDER),
  signInWithProvider: anyone(200, {
    body: async (context) => ({ ...(await startGithubFlow(context, { accountId: null })), ...AS_TOKEN }),
  }),

  signOut: signedIn(204, {}, { endsSession: true }),
  getAccount: signedIn(200),
  updateAccount: signedIn(200, { body: (context) => ({ name: uniqueName(context) }) }),
  // An owner cannot close their account before they transfer the store, so another account sends the request.
  closeAccount: signedIn(204, { as: (context) => addAccount(context) }, { endsSession: true }),
  reauthenticate: signedIn(204, { as: withPassword, body: { password: PASSWORD } }, { isSlow: true }),
  changePassword: signedIn(204, { body: { password: PASSWORD } }, { isSlow: true }),
  changeEmail: signedIn(202, { body: (context) => ({ email: newEmail(context) }) }),
  listSessions: signedIn(200),
  revokeOtherSessions: signedIn(204),
  revokeSession: signedIn(204, {
    params: async (context) => ({ sessionId: formatId('ses', await addSession(context, context.account)) }),
  }),
  startTotpSetup: signedIn(200),
  confirmTotpSetup: signedIn(200, { body: (context) => beginTotpSetup(context, context.account) }),
  disableTotp: signedIn(204, { as: withTotp }),
  regenerateRecoveryCodes: signedIn(200, { as: withTotp }),
  listPasskeys: signedIn(200),
  startPasskeyRegistration: signedIn(200),
  finishPasskeyRegistration: signedIn(201, {
    body: async (context) => ({ name: 'phone', response: await createPasskeyResponse(context, context.account) }),
  }),
  deletePasskey: signedIn(204, {
    params: async (context) => ({ passkeyId: formatId('psk', await addPasskey(context, context.account)) }),
  }),
  startSignInProviderConnection: signedIn(200, GITHUB, SHARED_PROVIDER),
  connectSignInProvider: signedIn(
    204,
    { body: (context) => startGithubFlow(context, context.account) },
    {
      others: [
        // The identity belongs to another account.
        other(409, {
          body: async (context) => {
            const account = await addAccount(context)
            await addGithubIdentity(context, account)
            return { ...(await startGithubFlow(context, context.account)), code: githubSubject(account) }
          },
        }),
      ],
    },
  ),
  disconnectSignInProvider: signedIn(204, GITHUB, SHARED_PROVIDER),
}
