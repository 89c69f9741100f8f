import { createHash, randomBytes } from 'node:crypto'
import { type AccountsTx, inAccounts } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { AccountId } from '../../ids.ts'
import { type Asker, lockAccount } from '../account.ts'
import type { AccountParts, Origin } from '../account-parts.ts'
import { openChallenge, consumeChallenge } from '../second-factor/challenges.ts'
import { createAccount } from '../create-account.ts'
import { readEmailAddress } from '../email-address.ts'
import { linkProvider } from '../providers/link-provider.ts'
import type { Person, ProviderName, SignInProvider } from '../providers/provider.ts'
import { startSessionOrChallenge, type SignInResult } from './sign-in.ts'

type Kept = { provider: ProviderName; state: string; verifier: string }

/**
 * Where to send the browser, and the ticket that it must bring back: it never leaves the browser that began, so nobody
 * can make another finish what he began. `accountId`: to connect the provider to this account instead of signing in.
 */
export async function beginProvider(
  { db, sealer, publicUrl, providers }: AccountParts,
  { provider, accountId }: { provider: ProviderName; accountId: AccountId | null },
): Promise<{ url: string; ticket: string }> {
  const chosen = requireProvider(providers[provider])
  const kept: Kept = { provider, state: random(), verifier: random() }
  const ticket = await openChallenge(db, { kind: 'provider', accountId, sealer, secret: JSON.stringify(kept) })
  const codeChallenge = createHash('sha256').update(kept.verifier).digest('base64url')
  const url = chosen.authorizeUrl({ state: kept.state, codeChallenge, redirectUri: redirectUri(publicUrl, provider) })
  return { url: url.href, ticket }
}

type Returned = { ticket: string; state: string; code: string }

/** The browser is back: its owner signs in, or has an account from now on. */
export async function finishProviderSignIn(
  parts: AccountParts,
  { ticket, state, code, ...origin }: Returned & Origin,
): Promise<SignInResult> {
  const { provider, person, label } = await fetchPerson(parts, { ticket, state, code, accountId: null })
  return inAccounts(parts.db, async (tx) => {
    const accountId =
      (await findIdentity(tx, { provider, subject: person.subject })) ??
      (await openAccountFor(tx, parts, { provider, person, label }))
    const account = await lockAccount(tx, accountId)
    // Taken away while we waited for the account: it opens nothing any more.
    if ((await findIdentity(tx, { provider, subject: person.subject })) !== accountId) {
      throw new AppError('sign_in_failed', 'Begin again: this was disconnected a moment ago')
    }
    return startSessionOrChallenge(tx, { account, sealer: parts.sealer, ...origin })
  })
}

/** The browser is back: from now on the provider opens this account too. */
export async function connectProvider(
  parts: AccountParts,
  { accountId, sessionId, ...returned }: Returned & Asker,
): Promise<void> {
  const { provider, person } = await fetchPerson(parts, { ...returned, accountId })
  const asker = { accountId, ...(sessionId && { sessionId }) }
  await inAccounts(parts.db, (tx) => linkProvider(tx, parts, { ...asker, provider, person }))
}

/** Only for who began, and only for what he began. */
async function fetchPerson(
  { db, sealer, publicUrl, providers }: AccountParts,
  { ticket, state, code, accountId }: Returned & { accountId: AccountId | null },
): Promise<{ provider: ProviderName; person: Person; label: string }> {
  const found = await consumeChallenge(db, { kind: 'provider', token: ticket, sealer })
  const kept = found?.secret ? (JSON.parse(found.secret) as Kept) : undefined
  if (!found || kept?.state !== state || found.accountId !== accountId) {
    throw new AppError('sign_in_failed', 'Begin again: this took too long, or was begun elsewhere')
  }
  const { provider, verifier } = kept
  const { fetchPerson: fetch, label } = requireProvider(providers[provider])
  const person = await fetch({ code, verifier, redirectUri: redirectUri(publicUrl, provider) })
  return { provider, person, label }
}

async function findIdentity(
  tx: AccountsTx,
  { provider, subject }: { provider: ProviderName; subject: string },
): Promise<AccountId | undefined> {
  const found = await tx
    .selectFrom('account_identities')
    .select('account_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return found?.account_id
}

/**
 * Never an account that is there already: that an address was confirmed elsewhere, at some time, is no proof against its
 * owner here. He signs in and connects.
 */
async function openAccountFor(
  tx: AccountsTx,
  parts: AccountParts,
  { provider, person, label }: { provider: ProviderName; person: Person; label: string },
): Promise<AccountId> {
  if (person.email === null) {
    throw new AppError('conflict', `${label} has not confirmed an e-mail address of yours; sign up with one here`)
  }
  const email = readEmailAddress(person.email)
  if (await tx.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()) {
    throw new AppError('conflict', `You have an account with this address; sign in and connect ${label} to it`)
  }
  const accountId = await createAccount(tx, { email, name: nameOf(person), passwordHash: null })
  await linkProvider(tx, parts, { accountId, provider, person, isNew: true })
  return accountId
}

function nameOf({ name, email }: Person): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what this looks for
  const line = [...name.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]/g, ' ').toWellFormed()]
    .slice(0, 100)
    .join('')
    .trim()
  return line === '' ? (email ?? 'No name') : line
}

function requireProvider(provider: SignInProvider | undefined): SignInProvider {
  if (!provider) throw new AppError('not_found', 'This way to sign in is not set up here')
  return provider
}

function redirectUri(publicUrl: string, provider: ProviderName): string {
  return `${publicUrl}/account/provider/${provider}`
}

function random(): string {
  return randomBytes(32).toString('base64url')
}
