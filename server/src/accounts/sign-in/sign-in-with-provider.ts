import { createHash, randomBytes } from 'node:crypto'
import { type AccountsTx, inAccounts } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { AccountId } from '../../ids.ts'
import { type AccountCaller, lockAccount } from '../account.ts'
import type { AccountParts, Origin } from '../account-parts.ts'
import { openChallenge, consumeChallenge } from '../second-factor/challenges.ts'
import { createAccount } from '../create-account.ts'
import { readEmailAddress } from '../email-address.ts'
import { linkProvider } from '../providers/link-provider.ts'
import type { Person, ProviderName, SignInProvider } from '../providers/provider.ts'
import { startSessionOrChallenge, type SignInResult } from './sign-in.ts'

type StoredState = { provider: ProviderName; state: string; verifier: string }

/**
 * Returns the provider's page and a ticket. The browser keeps the ticket and must send it back, so that an attacker can't
 * let another person finish their sign-in. With `accountId`, the provider is connected to this account instead.
 */
export async function startProviderFlow(
  { db, sealer, publicUrl, providers }: AccountParts,
  { provider, accountId }: { provider: ProviderName; accountId: AccountId | null },
): Promise<{ url: string; ticket: string }> {
  const chosen = requireProvider(providers[provider])
  const stored: StoredState = { provider, state: random(), verifier: random() }
  const ticket = await openChallenge(db, { kind: 'provider', accountId, sealer, secret: JSON.stringify(stored) })
  const codeChallenge = createHash('sha256').update(stored.verifier).digest('base64url')
  const url = chosen.authorizeUrl({ state: stored.state, codeChallenge, redirectUri: redirectUri(publicUrl, provider) })
  return { url: url.href, ticket }
}

type ProviderResponse = { ticket: string; state: string; code: string }

/** Signs in, or creates an account for a new person. */
export async function finishProviderSignIn(
  parts: AccountParts,
  { ticket, state, code, ...origin }: ProviderResponse & Origin,
): Promise<SignInResult> {
  const { provider, person, label } = await fetchPerson(parts, { ticket, state, code, accountId: null })
  return inAccounts(parts.db, async (tx) => {
    const accountId =
      (await findIdentity(tx, { provider, subject: person.subject })) ??
      (await createAccountFor(tx, parts, { provider, person, label }))
    const account = await lockAccount(tx, accountId)
    // The provider was disconnected while we waited for the lock.
    if ((await findIdentity(tx, { provider, subject: person.subject })) !== accountId) {
      throw new AppError('sign_in_failed', 'This provider was just disconnected from the account. Start again')
    }
    return startSessionOrChallenge(tx, parts, { account, ...origin })
  })
}

export async function connectProvider(
  parts: AccountParts,
  { accountId, sessionId, ...response }: ProviderResponse & AccountCaller,
): Promise<void> {
  const { provider, person } = await fetchPerson(parts, { ...response, accountId })
  const caller = { accountId, ...(sessionId && { sessionId }) }
  await inAccounts(parts.db, (tx) => linkProvider(tx, parts, { ...caller, provider, person }))
}

/** The ticket must belong to this browser, account and purpose. */
async function fetchPerson(
  { db, sealer, publicUrl, providers }: AccountParts,
  { ticket, state, code, accountId }: ProviderResponse & { accountId: AccountId | null },
): Promise<{ provider: ProviderName; person: Person; label: string }> {
  const found = await consumeChallenge(db, { kind: 'provider', token: ticket, sealer })
  const stored = found?.secret ? (JSON.parse(found.secret) as StoredState) : undefined
  if (!found || stored?.state !== state || found.accountId !== accountId) {
    throw new AppError('sign_in_failed', 'The sign-in expired or was started in another browser. Start again')
  }
  const { provider, verifier } = stored
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
 * Never opens an existing account: a confirmation at the provider proves nothing against the owner here, who has to sign in
 * and connect the provider.
 */
async function createAccountFor(
  tx: AccountsTx,
  parts: AccountParts,
  { provider, person, label }: { provider: ProviderName; person: Person; label: string },
): Promise<AccountId> {
  if (person.email === null) {
    throw new AppError('conflict', `${label} has not verified your e-mail address. Sign up with an e-mail address here`)
  }
  const email = readEmailAddress(person.email)
  if (await tx.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()) {
    throw new AppError('conflict', `You already have an account with this address. Sign in and connect ${label}`)
  }
  if (!(await parts.maySignUp(tx, email))) {
    throw new AppError('forbidden', 'Accounts are created by invitation here. Ask the owner of a store to invite you')
  }
  const accountId = await createAccount(tx, { email, name: nameOf(person), passwordHash: null })
  await linkProvider(tx, parts, { accountId, provider, person, isNew: true })
  return accountId
}

function nameOf({ name, email }: Person): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what this searches for
  const line = [...name.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]/g, ' ').toWellFormed()]
    .slice(0, 100)
    .join('')
    .trim()
  return line === '' ? (email ?? 'No name') : line
}

function requireProvider(provider: SignInProvider | undefined): SignInProvider {
  if (!provider) throw new AppError('not_found', 'This sign-in provider is not configured. Use another way to sign in')
  return provider
}

function redirectUri(publicUrl: string, provider: ProviderName): string {
  return `${publicUrl}/account/provider/${provider}`
}

function random(): string {
  return randomBytes(32).toString('base64url')
}
