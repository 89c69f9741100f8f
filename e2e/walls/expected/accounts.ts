import { startSession } from '../../../server/src/accounts/sessions/session.ts'
import { inAccounts } from '../../../server/src/db/database.ts'
import { formatId } from '../../../server/src/ids.ts'
import { plantPerson } from '../people.ts'
import { word } from '../scene.ts'
import {
  beginApp,
  giveIdentity,
  givePassword,
  giveTotp,
  identityOf,
  madePasskey,
  PASSWORD,
  plantLink,
  plantPasskey,
  returned,
  secondFactorChallenge,
  usedPasskey,
} from '../sign-in-parts.ts'
import type { Expectation, Setting, Table } from './expectation.ts'

type Rest = Pick<Expectation, 'status' | 'request'> & Partial<Expectation>
/** For whoever has not signed in, too; nothing of it is about a store. */
const open = (rest: Rest): Expectation => ({ may: 'everybody', scope: null, audit: 'never', ...rest })
/** For who has signed in, about himself. */
const mine = (rest: Rest): Expectation => ({ may: 'people', scope: null, audit: 'never', ...rest })

const aStranger = (setting: Setting) => `${word({ marker: setting.marker })}@vale.example`
const another = async (setting: Setting) => {
  const person = await plantPerson(setting)
  await givePassword(setting, person)
  return person
}
const anotherSession = async ({ database, person }: Setting) => {
  const started = inAccounts(database.accounts, (tx) =>
    startSession(tx, { accountId: person.accountId, address: '127.0.0.1', userAgent: null }),
  )
  return { sessionId: formatId('ses', (await started).sessionId) }
}
const link = async (setting: Setting, kind: 'reset' | 'change_email') => {
  const { accountId, email } = await plantPerson(setting)
  return plantLink(setting, { kind, accountId, email: kind === 'reset' ? email : aStranger(setting) })
}

export const ACCOUNTS: Table = {
  signUp: open({ status: 202, request: (setting) => ({ body: { email: aStranger(setting) } }) }),
  confirmSignUp: open({
    status: 201,
    request: async (setting) => {
      const token = await plantLink(setting, { kind: 'confirm', accountId: null, email: aStranger(setting) })
      return { body: { token, name: 'Ana', password: PASSWORD, sessionType: 'token' } }
    },
  }),
  signIn: open({
    status: 200,
    request: async (setting) => ({
      body: { email: (await another(setting)).email, password: PASSWORD, sessionType: 'token' },
    }),
  }),
  verifySecondFactor: open({
    status: 200,
    request: async (setting) => {
      const person = await plantPerson(setting)
      const code = await giveTotp(setting, person)
      return { body: { challenge: await secondFactorChallenge(setting, person), code, sessionType: 'token' } }
    },
  }),
  requestPasswordReset: open({
    status: 202,
    request: async (setting) => ({ body: { email: (await another(setting)).email } }),
  }),
  resetPassword: open({
    status: 204,
    request: async (setting) => ({ body: { token: await link(setting, 'reset'), password: PASSWORD } }),
  }),
  confirmEmailChange: open({
    status: 204,
    request: async (setting) => ({ body: { token: await link(setting, 'change_email') } }),
  }),
  startPasskeySignIn: open({ status: 200, request: () => ({}) }),
  signInWithPasskey: open({
    status: 200,
    request: async (setting) => ({
      body: { response: await usedPasskey(setting, await plantPerson(setting)), sessionType: 'token' },
    }),
  }),
  listSignInProviders: open({ status: 200, request: () => ({}) }),
  startProviderSignIn: open({
    status: 200,
    request: () => ({ params: { provider: 'github' } }),
    free: ['provider'],
  }),
  signInWithProvider: open({
    status: 200,
    request: async (setting) => ({ body: { ...(await returned(setting, { accountId: null })), sessionType: 'token' } }),
  }),

  signOut: mine({ status: 204, request: () => ({}), endsSession: true }),
  getAccount: mine({ status: 200, request: () => ({}) }),
  updateAccount: mine({ status: 200, request: (setting) => ({ body: { name: word(setting) } }) }),
  // Owners hand their stores over first, so somebody else closes his.
  closeAccount: mine({
    status: 204,
    request: async (setting) => ({ as: await plantPerson(setting) }),
    endsSession: true,
  }),
  reauthenticate: mine({
    status: 204,
    request: async (setting) => {
      const as = await another(setting)
      return { as, body: { password: PASSWORD } }
    },
    slow: true,
  }),
  changePassword: mine({ status: 204, request: () => ({ body: { password: PASSWORD } }), slow: true }),
  changeEmail: mine({ status: 202, request: (setting) => ({ body: { email: aStranger(setting) } }) }),
  listSessions: mine({ status: 200, request: () => ({}) }),
  revokeOtherSessions: mine({ status: 204, request: () => ({}) }),
  revokeSession: mine({
    status: 204,
    request: async (setting) => ({ params: await anotherSession(setting) }),
  }),
  startTotpSetup: mine({ status: 200, request: () => ({}) }),
  confirmTotpSetup: mine({
    status: 200,
    request: async (setting) => ({ body: await beginApp(setting, setting.person) }),
  }),
  disableTotp: mine({
    status: 204,
    request: async (setting) => ({ as: await withApp(setting) }),
  }),
  regenerateRecoveryCodes: mine({
    status: 200,
    request: async (setting) => ({ as: await withApp(setting) }),
  }),
  listPasskeys: mine({ status: 200, request: () => ({}) }),
  startPasskeyRegistration: mine({ status: 200, request: () => ({}) }),
  finishPasskeyRegistration: mine({
    status: 201,
    request: async (setting) => ({ body: { name: 'phone', response: await madePasskey(setting, setting.person) } }),
  }),
  deletePasskey: mine({
    status: 204,
    request: async (setting) => ({
      params: { passkeyId: formatId('psk', await plantPasskey(setting, setting.person)) },
    }),
  }),
  startSignInProviderConnection: mine({
    status: 200,
    request: () => ({ params: { provider: 'github' } }),
    free: ['provider'],
  }),
  connectSignInProvider: mine({
    more: [
      {
        status: 409,
        request: async (setting) => {
          const other = await plantPerson(setting)
          await giveIdentity(setting, other)
          return { body: { ...(await returned(setting, setting.person)), code: identityOf(other) } }
        },
      },
    ],
    status: 204,
    request: async (setting) => ({ body: await returned(setting, setting.person) }),
  }),
  disconnectSignInProvider: mine({
    status: 204,
    request: () => ({ params: { provider: 'github' } }),
    free: ['provider'],
  }),
}

async function withApp(setting: Setting) {
  const person = await plantPerson(setting)
  await giveTotp(setting, person)
  return person
}
