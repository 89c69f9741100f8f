import { addAccount, addSession } from '../fixtures/accounts.ts'
import {
  addAccountWithPassword,
  addAccountWithTotp,
  addEmailLink,
  addMuteToken,
  addPendingEmail,
  addUndo,
  addGithubIdentity,
  addPasskey,
  beginTotpSetup,
  createPasskeyResponse,
  openSecondFactorChallenge,
  PASSWORD,
  startGithubFlow,
  usePasskeyResponse,
} from '../fixtures/sign-in.ts'
import { uniqueName } from '../store-context.ts'
import { allow, type RequestContext, type Table } from './expectation.ts'

/** Also for callers who have not signed in. */
const anyone = allow('anyone', { audit: 'never' })
/** For signed-in accounts, about themselves. */
const signedIn = allow('accounts', { audit: 'never' })

const newEmail = (context: RequestContext) => `${uniqueName(context)}@vale.example`
const emailOfAccount = async (context: RequestContext) => ({ email: (await addAccountWithPassword(context)).email })
const GITHUB = { params: { provider: 'github' }, sharedNames: ['provider'] }
/** The session is sent in the response, not as a cookie. */
const AS_TOKEN = { sessionType: 'token' }

export const ACCOUNTS: Table = {
  signUp: anyone(null, 202, { body: (context) => ({ email: newEmail(context) }) }),
  confirmSignUp: anyone(null, 201, {
    body: async (context) => {
      const token = await addEmailLink(context, 'confirm', { accountId: null, email: newEmail(context) })
      return { token, name: 'Ana', password: PASSWORD, ...AS_TOKEN }
    },
  }),
  signIn: anyone(null, 200, {
    body: async (context) => ({ ...(await emailOfAccount(context)), password: PASSWORD, ...AS_TOKEN }),
  }),
  verifySecondFactor: anyone(null, 200, {
    body: async (context) => ({ ...(await openSecondFactorChallenge(context)), ...AS_TOKEN }),
  }),
  requestPasswordReset: anyone(null, 202, { body: emailOfAccount }),
  resetPassword: anyone(null, 204, {
    body: async (context) => {
      const token = await addEmailLink(context, 'reset', await addAccount(context))
      return { token, password: PASSWORD }
    },
  }),
  confirmEmailChange: anyone(null, 204, {
    body: async (context) => {
      const { accountId } = await addAccount(context)
      return { token: await addEmailLink(context, 'change_email', { accountId, email: newEmail(context) }) }
    },
  }),
  approveEmailChange: anyone(null, 204, {
    body: async (context) => ({ token: await addPendingEmail(context, await addAccount(context), newEmail(context)) }),
  }),
  previewPasswordReset: anyone(null, 200, {
    body: async (context) => ({ token: await addEmailLink(context, 'reset', await addAccount(context)) }),
  }),
  undoChange: anyone(null, 204, {
    body: async (context) => ({ token: await addUndo(context, await addAccount(context)) }),
  }),
  muteAlert: anyone(null, 204, {
    body: async (context) => ({ token: await addMuteToken(context) }),
  }),
  startPasskeySignIn: anyone(null, 200),
  signInWithPasskey: anyone(null, 200, {
    body: async (context) => ({ response: await usePasskeyResponse(context, await addAccount(context)), ...AS_TOKEN }),
  }),
  listSignInProviders: anyone(null, 200),
  startProviderSignIn: anyone(null, 200, GITHUB),
  signInWithProvider: anyone(null, 200, {
    body: async (context) => ({ ...(await startGithubFlow(context, { accountId: null })), ...AS_TOKEN }),
  }),

  signOut: signedIn(null, 204, { endsSession: true }),
  getAccount: signedIn(null, 200),
  updateAccount: signedIn(null, 200, { body: (context) => ({ name: uniqueName(context) }) }),
  // An owner cannot close their account before they transfer the store, so another account sends the request.
  closeAccount: signedIn(null, 204, { as: (context) => addAccount(context), endsSession: true }),
  reauthenticate: signedIn(null, 204, { as: addAccountWithPassword, body: { password: PASSWORD }, isSlow: true }),
  changePassword: signedIn(null, 204, { body: { password: PASSWORD }, isSlow: true }),
  changeEmail: signedIn(null, 202, { body: (context) => ({ email: newEmail(context) }) }),
  setMutedAlerts: signedIn(null, 204, { body: { mutedAlerts: ['token_created'] } }),
  listSessions: signedIn(null, 200),
  revokeOtherSessions: signedIn(null, 204),
  revokeSession: signedIn(null, 204, { params: (context) => addSession(context, context.account) }),
  startTotpSetup: signedIn(null, 200),
  confirmTotpSetup: signedIn(null, 200, { body: beginTotpSetup }),
  disableTotp: signedIn(null, 204, { as: addAccountWithTotp }),
  regenerateRecoveryCodes: signedIn(null, 200, { as: addAccountWithTotp }),
  listPasskeys: signedIn(null, 200),
  startPasskeyRegistration: signedIn(null, 200),
  finishPasskeyRegistration: signedIn(null, 201, {
    body: async (context) => ({ name: 'phone', response: await createPasskeyResponse(context, context.account) }),
  }),
  deletePasskey: signedIn(null, 204, { params: addPasskey }),
  startSignInProviderConnection: signedIn(null, 200, GITHUB),
  connectSignInProvider: signedIn(null, 204, {
    body: (context) => startGithubFlow(context, context.account),
    others: [
      {
        status: 409,
        usedUp: 'account_challenges',
        // The identity belongs to another account.
        body: async (context) => {
          const code = await addGithubIdentity(context, await addAccount(context))
          return { ...(await startGithubFlow(context, context.account)), code }
        },
      },
    ],
  }),
  disconnectSignInProvider: signedIn(null, 204, GITHUB),
}
