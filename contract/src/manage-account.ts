import { Type } from 'typebox'
import { idOf, Moment, oneOf, orNull, PAGE_QUERY, pageOf, part, thing } from './manage.ts'

const Email = Type.String({ minLength: 3, maxLength: 254, examples: ['ana@vale.example'] })
const Password = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'At least 10 characters',
  examples: ['correct horse battery staple'],
})
const PersonName = Type.String({ minLength: 1, maxLength: 100, examples: ['Ana'] })
const LinkToken = Type.String({ minLength: 1, maxLength: 200, description: 'Behind `#token=` in the mail' })
const Challenge = Type.String({ minLength: 1, maxLength: 200 })
const Code = Type.String({
  minLength: 1,
  maxLength: 40,
  examples: ['287082'],
  description: 'Of the app, or a recovery code',
})
const SessionAs = Type.Optional(
  Type.Unsafe<'cookie' | 'token'>({
    ...oneOf('cookie', 'token'),
    description:
      'Where the session goes: into a cookie (when left out), for browsers, or into the answer, for programs',
  }),
)
const ProviderWord = oneOf('discord', 'github')

export const SignUpBody = part({ email: Email })
export const ConfirmBody = part({ token: LinkToken, name: PersonName, password: Password, sessionAs: SessionAs })
export const SignInBody = part({ email: Email, password: Password, sessionAs: SessionAs })
export const SecondFactorBody = part({ challenge: Challenge, code: Code, sessionAs: SessionAs })
export const PasswordResetRequestBody = part({ email: Email })
export const PasswordResetBody = part({ token: LinkToken, password: Password })
export const NewSession = thing('NewSession', {
  id: idOf('ses'),
  accountId: idOf('acc'),
  token: orNull(Type.String({ description: 'Shown once, with `sessionAs: token`; null when it went into a cookie' })),
  expiresAt: Moment,
})
export const SignInResult = thing('SignInResult', {
  session: orNull(Type.Ref('NewSession')),
  challenge: orNull(Type.String({ description: 'Not null: bring it with a code to `/account/sign-in/second-factor`' })),
})

export const Account = thing('Account', {
  id: idOf('acc'),
  email: Email,
  name: PersonName,
  isOperator: Type.Boolean(),
  hasPassword: Type.Boolean(),
  totpEnabledAt: orNull(Moment),
  remainingRecoveryCodes: Type.Integer(),
  passkeyCount: Type.Integer(),
  providers: Type.Array(part({ provider: ProviderWord, name: Type.String(), connectedAt: Moment })),
  createdAt: Moment,
  isRecentlyAuthenticated: Type.Boolean({
    description: 'You have proved within the last ten minutes who you are; some changes need it',
  }),
})
export const AccountEdit = part({ name: PersonName })
export const ReauthenticateBody = part({ password: Password, code: Type.Optional(Code) })
export const PasswordBody = part({ password: Password })
export const EmailBody = part({ email: Email })
export const LinkBody = part({ token: LinkToken })

export const Session = thing('Session', {
  id: idOf('ses'),
  isCurrent: Type.Boolean({ description: 'The one that asks' }),
  createdAt: Moment,
  lastSeenAt: Moment,
  expiresAt: Moment,
  address: orNull(Type.String()),
  userAgent: orNull(Type.String()),
})
export const SessionPage = pageOf('SessionPage', 'Session')
export const SESSION_QUERY = part(PAGE_QUERY)

export const TotpSecret = thing('TotpSecret', {
  challenge: Challenge,
  secret: Type.String({ description: 'To type into an app; base32' }),
  uri: Type.String({ description: 'To show as a picture; otpauth' }),
})
export const TotpConfirmBody = part({ challenge: Challenge, code: Code })
export const RecoveryCodes = thing('RecoveryCodes', {
  codes: Type.Array(Type.String(), { description: 'Shown once; each lets in once without the app' }),
})

/** What a browser gives and takes, as WebAuthn names it. */
const Bytes = Type.String({ minLength: 1, maxLength: 12_000, pattern: '^[A-Za-z0-9_-]+$', description: 'base64url' })
const Options = Type.Object(
  {},
  { additionalProperties: true, description: 'The `publicKey` of `navigator.credentials`' },
)
const CREDENTIAL = {
  id: Bytes,
  rawId: Bytes,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(orNull(Type.String({ maxLength: 40 }))),
  clientExtensionResults: Type.Object({}, { additionalProperties: true }),
}
export const PasskeyOptions = thing('PasskeyOptions', { options: Options })
export const NewPasskeyBody = part({
  name: PersonName,
  response: part({
    ...CREDENTIAL,
    response: part({
      clientDataJSON: Bytes,
      attestationObject: Bytes,
      authenticatorData: Type.Optional(Bytes),
      publicKey: Type.Optional(orNull(Bytes)),
      publicKeyAlgorithm: Type.Optional(Type.Integer()),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
    }),
  }),
})
export const PasskeySignInBody = part({
  sessionAs: SessionAs,
  response: part({
    ...CREDENTIAL,
    response: part({
      clientDataJSON: Bytes,
      authenticatorData: Bytes,
      signature: Bytes,
      userHandle: Type.Optional(orNull(Bytes)),
    }),
  }),
})
export const Passkey = thing('Passkey', {
  id: idOf('psk'),
  name: PersonName,
  backedUp: Type.Boolean({ description: 'Other devices of its owner have it too' }),
  createdAt: Moment,
  lastUsedAt: orNull(Moment),
})
export const PasskeyList = thing('PasskeyList', { items: Type.Array(Type.Ref('Passkey')) })
export const NewPasskey = thing('NewPasskey', { id: idOf('psk') })

export const ProviderList = thing('ProviderList', {
  items: Type.Array(part({ provider: ProviderWord, label: Type.String({ examples: ['GitHub'] }) })),
})
export const SignInRedirect = thing('SignInRedirect', {
  url: Type.String({ description: 'Where to send the browser' }),
  ticket: Type.String({ description: 'Keep it in this browser, and bring it back with what the provider answers' }),
})
const RETURNED = {
  ticket: Challenge,
  state: Type.String({ minLength: 1, maxLength: 500 }),
  code: Type.String({ minLength: 1, maxLength: 2_000 }),
}
export const ProviderSignInBody = part({ ...RETURNED, sessionAs: SessionAs })
export const ProviderConnectBody = part(RETURNED)
