import {
  startPasskeyRegistration,
  finishPasskeyRegistration,
} from '../../server/src/accounts/second-factor/register-passkey.ts'
import { openChallenge } from '../../server/src/accounts/second-factor/challenges.ts'
import { type EmailLinkKind, createEmailLink } from '../../server/src/accounts/recovery/email-links.ts'
import { createPasswords } from '../../server/src/accounts/sign-in/passwords.ts'
import { totpLabel } from '../../server/src/accounts/second-factor/second-factor.ts'
import { startTotpSetup } from '../../server/src/accounts/second-factor/set-up-totp.ts'
import { startPasskeySignIn } from '../../server/src/accounts/sign-in/sign-in-with-passkey.ts'
import { startProviderFlow } from '../../server/src/accounts/sign-in/sign-in-with-provider.ts'
import { codeOf, newTotpSecret } from '../../server/src/accounts/second-factor/totp.ts'
import { inAccounts } from '../../server/src/db/database.ts'
import { type AccountId, newId, type PasskeyId } from '../../server/src/ids.ts'
import { createSealer, parseSealingKeys } from '../../server/src/seal.ts'
import { createAuthenticator } from '../../server/test/accounts/software-authenticator.ts'
import { PUBLIC_URL, SECRET_KEYS } from './open-product.ts'
import type { Person } from './people.ts'
import type { Scene } from './scene.ts'
import { FAKE_GITHUB } from './sign-in-provider.ts'

export const PASSWORD = 'correct horse battery staple'

const sealer = createSealer(parseSealingKeys(SECRET_KEYS) ?? [])
const passwords = createPasswords()
let hashed: Promise<string> | undefined

type Place = Pick<Scene, 'database' | 'query'>

const partsOf = ({ database }: Place) => ({
  db: database.accounts,
  sealer,
  passwords,
  publicUrl: PUBLIC_URL,
  providers: { github: FAKE_GITHUB },
  minimumMs: 0,
})

/** The same for everybody: making one takes its time. */
export async function givePassword({ query }: Place, { accountId }: Person): Promise<void> {
  hashed ??= passwords.hash(PASSWORD)
  await query('update accounts set password_hash = $2 where id = $1', [accountId, await hashed])
}

/** An app that makes codes, and the code of now. */
export async function giveTotp({ query }: Place, { accountId }: Person): Promise<string> {
  const secret = newTotpSecret()
  const { keyId, sealed } = sealer.seal(secret, totpLabel(accountId))
  await query(
    `update accounts set totp_sealed = $2, totp_key_id = $3, totp_confirmed_at = now(), totp_last_step = 0 where id = $1`,
    [accountId, sealed, keyId],
  )
  return codeOfNow(secret)
}

export async function secondFactorChallenge({ database }: Place, { accountId }: Person): Promise<string> {
  return openChallenge(database.accounts, { kind: 'second_factor', accountId, sealer })
}

export async function beginApp(
  place: Place,
  { accountId, email }: Person,
): Promise<{ challenge: string; code: string }> {
  const { challenge, secret } = await startTotpSetup(partsOf(place), { accountId, email })
  return { challenge, code: codeOfNow(secret) }
}

function codeOfNow(secret: string): string {
  return codeOf(secret, Math.floor(Date.now() / 30_000))
}

export async function plantLink(
  { database }: Place,
  link: { kind: EmailLinkKind; accountId: AccountId | null; email: string },
) {
  return inAccounts(database.accounts, (tx) => createEmailLink(tx, link))
}

const newAuthenticator = () => createAuthenticator({ origin: PUBLIC_URL, rpId: new URL(PUBLIC_URL).hostname })

/** What a browser sends that has just made a passkey. */
export async function madePasskey(place: Place, person: Person): Promise<unknown> {
  const options = await startPasskeyRegistration(partsOf(place), { ...person, name: 'Ana' })
  return newAuthenticator().create(options)
}

export async function plantPasskey({ query }: Place, { accountId }: Person): Promise<PasskeyId> {
  const id = newId<PasskeyId>()
  await query(
    `insert into account_passkeys (id, account_id, credential_id, public_key, sign_count, backed_up, name)
     values ($1, $2, sha256($1::uuid::text::bytea), '\\x00', 0, false, 'phone')`,
    [id, accountId],
  )
  return id
}

/** What a browser sends whose owner signs in with a passkey of this account. */
export async function usedPasskey(place: Place, person: Person): Promise<unknown> {
  const authenticator = newAuthenticator()
  const parts = partsOf(place)
  const made = authenticator.create(await startPasskeyRegistration(parts, { ...person, name: 'Ana' }))
  await finishPasskeyRegistration(parts, { accountId: person.accountId, name: 'phone', response: made })
  return authenticator.get(await startPasskeySignIn(parts))
}

/** What a browser brings back from GitHub. */
export async function returned(place: Place, { accountId }: { accountId: AccountId | null }) {
  const { url, ticket } = await startProviderFlow(partsOf(place), { provider: 'github', accountId })
  return { ticket, state: new URL(url).searchParams.get('state') ?? '', code: newId<PasskeyId>() as string }
}

const MOST_PASSKEYS = 20

/** Everything that lets somebody in, and as much of it as he may have. */
export async function equip(place: Place, person: Person): Promise<void> {
  const { accountId, email } = person
  for (let i = 0; i < MOST_PASSKEYS; i++) await plantPasskey(place, person)
  await place.query(
    'insert into account_recovery_codes (account_id, code_hash) values ($1, sha256($1::uuid::text::bytea))',
    [accountId],
  )
  await giveIdentity(place, person)
  await plantLink(place, { kind: 'reset', accountId, email })
}

export async function giveIdentity({ query }: Place, person: Person): Promise<void> {
  await query("insert into account_identities (provider, subject, account_id, name) values ('github', $2, $1, 'Ana')", [
    person.accountId,
    identityOf(person),
  ])
}

/** Who somebody is at GitHub. */
export function identityOf({ accountId }: Person): string {
  return `github-${accountId}`
}
