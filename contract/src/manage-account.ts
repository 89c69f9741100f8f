import { Type } from 'typebox'
import {
  component,
  Email,
  enumOf,
  idOf,
  listOf,
  nullable,
  object,
  openObject,
  pageOf,
  Timestamp,
  timestamp,
} from './manage.ts'

const Password = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'At least 10 characters.',
  examples: ['correct horse battery staple'],
})
const AccountName = Type.String({ minLength: 1, maxLength: 100, examples: ['Ana'] })
const LinkToken = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The part after `#token=` of the link in the e-mail.',
})
const Challenge = Type.String({ minLength: 1, maxLength: 200 })
const Code = Type.String({
  minLength: 1,
  maxLength: 40,
  examples: ['287082'],
  description: 'A code from the authenticator app, or a recovery code.',
})
const SessionType = Type.Optional(
  enumOf(['cookie', 'token'], {
    description:
      'How to return the session. `cookie` sets a cookie, for browsers. `token` returns the token in the response, for programs. Default: `cookie`.',
  }),
)
const SignInProvider = enumOf(['discord', 'github'])

export const SignUpBody = object({ email: Email })
export const ConfirmSignUpBody = object({
  token: LinkToken,
  name: AccountName,
  password: Password,
  sessionType: SessionType,
})
export const SignInBody = object({ email: Email, password: Password, sessionType: SessionType })
export const VerifySecondFactorBody = object({ challenge: Challenge, code: Code, sessionType: SessionType })
export const RequestPasswordResetBody = object({ email: Email })
const AccessKind = enumOf(['passkeys', 'second_factor', 'providers', 'tokens'])
export const PreviewPasswordResetBody = object({ token: LinkToken })
export const PasswordResetPreview = component('PasswordResetPreview', {
  passkeys: Type.Array(object({ name: Type.String(), createdAt: Timestamp })),
  secondFactorAddedAt: nullable(Timestamp),
  providers: Type.Array(object({ provider: SignInProvider, name: Type.String(), connectedAt: Timestamp })),
  tokens: Type.Array(object({ name: Type.String(), createdAt: Timestamp })),
})
export const ResetPasswordBody = object({
  token: LinkToken,
  password: Password,
  keep: Type.Optional(
    Type.Array(AccessKind, {
      maxItems: 4,
      description:
        'Passkeys, the second factor, sign-in providers and API tokens that are newer than 30 days are removed, because a thief may have added them. Name those that you added yourself.',
    }),
  ),
})
export const UndoChangeBody = object({ token: LinkToken })
export const CreatedSession = component('CreatedSession', {
  id: idOf('ses'),
  accountId: idOf('acc'),
  token: nullable(
    Type.String({ description: 'Returned once, and only with `sessionType: token`. Null if a cookie was set.' }),
  ),
  expiresAt: Timestamp,
})
export const SignInResult = component('SignInResult', {
  session: nullable(CreatedSession),
  challenge: nullable(
    Type.String({
      description: 'Not null if a second factor is required. Send it with a code to `/account/sign-in/second-factor`.',
    }),
  ),
})

const MutedAlerts = Type.Array(enumOf(['commands_changed', 'token_created']), {
  maxItems: 2,
  description:
    'Alerts about what other members change, which you do not get by e-mail. E-mails about money, about your own changes and about your account are always sent.',
})
export const SetMutedAlertsBody = object({ mutedAlerts: MutedAlerts })
export const MuteAlertBody = object({ token: LinkToken })

export const Account = component('Account', {
  id: idOf('acc'),
  email: Email,
  name: AccountName,
  isOperator: Type.Boolean({ description: 'The account can open every store of the platform.' }),
  hasPassword: Type.Boolean(),
  totpEnabledAt: nullable(timestamp('When the authenticator app was confirmed.')),
  remainingRecoveryCodes: Type.Integer(),
  passkeyCount: Type.Integer(),
  mutedAlerts: MutedAlerts,
  providers: Type.Array(object({ provider: SignInProvider, name: Type.String(), connectedAt: Timestamp })),
  createdAt: Timestamp,
  isRecentlyAuthenticated: Type.Boolean({
    description: 'You authenticated within the last ten minutes. Sensitive changes require it.',
  }),
})
export const UpdateAccountBody = object({ name: AccountName })
export const ReauthenticateBody = object({ password: Password, code: Type.Optional(Code) })
export const ChangePasswordBody = object({ password: Password })
export const ChangeEmailBody = object({ email: Email })
export const ConfirmEmailBody = object({ token: LinkToken })

const Session = component('Session', {
  id: idOf('ses'),
  isCurrent: Type.Boolean({ description: 'The session that sent this request.' }),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  expiresAt: Timestamp,
  ipAddress: nullable(Type.String()),
  userAgent: nullable(Type.String()),
})
export const SessionPage = pageOf('SessionPage', Session)

export const TotpSecret = component('TotpSecret', {
  challenge: Challenge,
  secret: Type.String({ description: 'The secret in base32, to enter into an authenticator app.' }),
  uri: Type.String({ description: 'The secret as an `otpauth` URI, to show as a QR code.' }),
})
export const ConfirmTotpBody = object({ challenge: Challenge, code: Code })
export const RecoveryCodes = component('RecoveryCodes', {
  codes: Type.Array(Type.String(), {
    description: 'Returned once. Each code replaces one code from the authenticator app.',
  }),
})

/** The fields of WebAuthn, with the names that browsers use. */
const Bytes = Type.String({ minLength: 1, maxLength: 12_000, pattern: '^[A-Za-z0-9_-]+$', description: 'base64url' })
const CREDENTIAL = {
  id: Bytes,
  rawId: Bytes,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  clientExtensionResults: Type.Object({}, { additionalProperties: true }),
}
export const PasskeyOptions = component('PasskeyOptions', {
  options: openObject('Pass it as `publicKey` to `navigator.credentials`.'),
})
export const FinishPasskeyRegistrationBody = object({
  name: AccountName,
  response: object({
    ...CREDENTIAL,
    response: object({
      clientDataJSON: Bytes,
      attestationObject: Bytes,
      authenticatorData: Type.Optional(Bytes),
      publicKey: Type.Optional(nullable(Bytes)),
      publicKeyAlgorithm: Type.Optional(Type.Integer()),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
    }),
  }),
})
export const SignInWithPasskeyBody = object({
  sessionType: SessionType,
  response: object({
    ...CREDENTIAL,
    response: object({
      clientDataJSON: Bytes,
      authenticatorData: Bytes,
      signature: Bytes,
      userHandle: Type.Optional(nullable(Bytes)),
    }),
  }),
})
const Passkey = component('Passkey', {
  id: idOf('psk'),
  name: AccountName,
  isBackedUp: Type.Boolean({ description: 'The passkey is synchronised to other devices of the account holder.' }),
  createdAt: Timestamp,
  lastUsedAt: nullable(Timestamp),
})
export const PasskeyList = listOf('PasskeyList', Passkey)
export const CreatedPasskey = component('CreatedPasskey', { id: idOf('psk') })

export const SignInProviderList = listOf(
  'SignInProviderList',
  object({ provider: SignInProvider, label: Type.String({ examples: ['GitHub'] }) }),
)
export const SignInRedirect = component('SignInRedirect', {
  url: Type.String({ description: 'Send the browser to this URL.' }),
  ticket: Type.String({
    description: 'Keep it in this browser, and send it with the `state` and `code` that the provider returns.',
  }),
})
const PROVIDER_RESPONSE = {
  ticket: Challenge,
  state: Type.String({ minLength: 1, maxLength: 500 }),
  code: Type.String({ minLength: 1, maxLength: 2_000 }),
}
export const SignInWithProviderBody = object({ ...PROVIDER_RESPONSE, sessionType: SessionType })
export const ConnectSignInProviderBody = object(PROVIDER_RESPONSE)
