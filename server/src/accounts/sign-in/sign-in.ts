import { sql } from 'kysely'
import { type AccountsDb, type AccountsTx, inAccounts } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { AccountId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { lockAccount, type OpenAccount } from '../account.ts'
import type { AccountParts, Origin } from '../account-parts.ts'
import { openChallenge, consumeChallenge, attemptChallenge } from '../second-factor/challenges.ts'
import { readEmailAddress } from '../email-address.ts'
import { useSecondFactor } from '../second-factor/second-factor.ts'
import { type NewSession, startSession } from '../sessions/session.ts'
import { resetAttempts, refundAttempt, networkOf, countAttempt } from './throttle.ts'

/** A session, or what to bring together with the second factor. */
export type SignInResult = { session: NewSession } | { challenge: string }

/** An address that nobody has, a wrong password and an account without one are told, and cost, the same. */
export async function signIn(
  { db, passwords, sealer }: AccountParts,
  { email, password, ...origin }: { email: string; password: string } & Origin,
): Promise<SignInResult> {
  const address = readEmailAddress(email)
  const place = networkOf(origin.address)
  await countAttempt(db, { kind: 'address', key: place })
  const known = await findByEmail(db, address)
  const isHome = known?.addresses.some((other) => networkOf(other) === place) ?? false
  const throttled = isHome
    ? ({ kind: 'account_at_home', key: `${address} ${place}` } as const)
    : ({ kind: 'account', key: address } as const)
  await countAttempt(db, throttled)
  const matches = await passwords.matches(password, known?.passwordHash)
  if (!known || !matches) throw new AppError('sign_in_failed', 'The e-mail address or the password is wrong')
  const result = await inAccounts(db, async (tx) => {
    const account = await lockAccount(tx, known.id)
    // Changed while we compared: the old one opens nothing any more.
    if (account.passwordHash !== known.passwordHash) {
      throw new AppError('sign_in_failed', 'The e-mail address or the password is wrong')
    }
    return startSessionOrChallenge(tx, { account, sealer, ...origin })
  })
  await resetAttempts(db, throttled)
  await refundAttempt(db, { kind: 'address', key: place })
  return result
}

/** Whoever has shown the first factor. */
export async function startSessionOrChallenge(
  tx: AccountsTx,
  { account, sealer, ...origin }: { account: OpenAccount; sealer: Sealer } & Origin,
): Promise<SignInResult> {
  if (account.totp)
    return { challenge: await openChallenge(tx, { kind: 'second_factor', accountId: account.id, sealer }) }
  return { session: await startSession(tx, { accountId: account.id, ...origin }) }
}

/** The second step: a code of the app, or one of the recovery codes. */
export async function finishSignIn(
  { db, sealer, publicUrl }: AccountParts,
  { challenge, code, ...origin }: { challenge: string; code: string } & Origin,
): Promise<NewSession> {
  const asked = { kind: 'second_factor', token: challenge, sealer } as const
  const accountId = (await attemptChallenge(db, asked))?.accountId
  if (!accountId)
    throw new AppError('sign_in_failed', 'Begin again with your password: this took too long, or too many attempts')
  const throttled = { kind: 'second_factor', key: accountId } as const
  await countAttempt(db, throttled)
  const session = await inAccounts(db, async (tx) => {
    const account = await lockAccount(tx, accountId)
    await useSecondFactor(tx, { account, code, sealer, publicUrl })
    // Two at once with two good codes: one of them gets in.
    if (!(await consumeChallenge(tx, asked))) throw new AppError('sign_in_failed', 'Begin again with your password')
    return startSession(tx, { accountId, ...origin })
  })
  await resetAttempts(db, throttled)
  return session
}

type Known = { id: AccountId; passwordHash: string | null; addresses: string[] }

async function findByEmail(db: AccountsDb, email: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select a.id, a.password_hash as "passwordHash", array(
      select s.address from account_sessions s where s.account_id = a.id and s.address is not null
      order by s.id desc limit 100) as addresses
    from accounts a where a.email = ${email}`.execute(db)
  return rows[0]
}
