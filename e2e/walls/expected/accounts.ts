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
import type { RequestContext, Table } from './expectation.ts'

const newEmail = (context: RequestContext) => `${uniqueName(context)}@vale.example`
const emailOfAccount = async (context: RequestContext) => ({ email: (await addAccountWithPassword(context)).email })
const GITHUB = { params: { provider: 'github' } }
/** The session is sent in the response, not as a cookie. */
const AS_TOKEN = { sessionType: 'token' }

export const ACCOUNTS: Table = {
  signUp: { body: (context) => ({ email: newEmail(context) }) },
  confirmSignUp: {
    body: async (context) => {
      const token = await addEmailLink(context, 'confirm', { accountId: null, email: newEmail(context) })
      return { token, name: 'Ana', password: PASSWORD, ...AS_TOKEN }
    },
  },
  signIn: { body: async (context) => ({ ...(await emailOfAccount(context)), password: PASSWORD, ...AS_TOKEN }) },
  verifySecondFactor: { body: async (context) => ({ ...(await openSecondFactorChallenge(context)), ...AS_TOKEN }) },
  requestPasswordReset: { body: emailOfAccount },
  resetPassword: {
    body: async (context) => {
      const token = await addEmailLink(context, 'reset', await addAccount(context))
      return { token, password: PASSWORD }
    },
  },
  confirmEmailChange: {
    body: async (context) => {
      const { accountId } = await addAccount(context)
      return { token: await addEmailLink(context, 'change_email', { accountId, email: newEmail(context) }) }
    },
  },
  approveEmailChange: {
    body: async (context) => ({ token: await addPendingEmail(context, await addAccount(context), newEmail(context)) }),
  },
  previewPasswordReset: {
    body: async (context) => ({ token: await addEmailLink(context, 'reset', await addAccount(context)) }),
  },
  undoChange: { body: async (context) => ({ token: await addUndo(context, await addAccount(context)) }) },
  muteAlert: { body: async (context) => ({ token: await addMuteToken(context) }) },
  signInWithPasskey: {
    body: async (context) => ({ response: await usePasskeyResponse(context, await addAccount(context)), ...AS_TOKEN }),
  },
  startProviderSignIn: GITHUB,
  signInWithProvider: {
    body: async (context) => ({ ...(await startGithubFlow(context, { accountId: null })), ...AS_TOKEN }),
  },

  signOut: { endsSession: true },
  updateAccount: { body: (context) => ({ name: uniqueName(context) }) },
  // An owner cannot close their account before they transfer the store, so another account sends the request.
  closeAccount: { as: (context) => addAccount(context), endsSession: true },
  reauthenticate: { as: addAccountWithPassword, body: { password: PASSWORD }, isSlow: true },
  changePassword: { body: { password: PASSWORD }, isSlow: true },
  changeEmail: { body: (context) => ({ email: newEmail(context) }) },
  setMutedAlerts: { body: { mutedAlerts: ['token_created'] } },
  revokeSession: { params: (context) => addSession(context, context.account) },
  confirmTotpSetup: { body: beginTotpSetup },
  disableTotp: { as: addAccountWithTotp },
  regenerateRecoveryCodes: { as: addAccountWithTotp },
  finishPasskeyRegistration: {
    body: async (context) => ({ name: 'phone', response: await createPasskeyResponse(context, context.account) }),
  },
  deletePasskey: { params: addPasskey },
  startSignInProviderConnection: GITHUB,
  connectSignInProvider: {
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
  },
  disconnectSignInProvider: GITHUB,
}
