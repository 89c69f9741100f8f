import { sql } from 'kysely'
import { type AccountsDb, type AccountsTx, inAccounts } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { AccountId, SessionId } from '../../ids.ts'
import { lockAccount, type OpenAccount } from '../account.ts'
import type { AccountParts, Origin } from '../account-parts.ts'
import { openChallenge, consumeChallenge, attemptChallenge } from '../second-factor/challenges.ts'
import { readEmailAddress } from '../email-address.ts'
import { verifySecondFactor } from '../second-factor/second-factor.ts'
import { recordFailure } from './failed-sign-ins.ts'
import { openSession } from './open-session.ts'
import type { NewSession } from '../sessions/session.ts'
import { networkOf } from '../../network-of.ts'
import { hashSecretToken } from '../../secret-token.ts'
import { resetAttempts, refundAttempt, countAttempt } from './throttle.ts'

/** A session, or a challenge that must be sent with the second factor. */
export type SignInResult = { session: NewSession } | { challenge: string }

/** An unknown address, a wrong password and an account without a password get the same response in the same time. */
export async function signIn(
  parts: AccountParts,
  { email, password, ...origin }: { email: string; password: string } & Origin,
): Promise<SignInResult> {
  const { db, passwords } = parts
  const address = readEmailAddress(email)
  const network = networkOf(origin.address)
  await countAttempt(db, { kind: 'address', key: network })
  const known = await findByEmail(db, { email: address, device: origin.device })
  const counters = countersOf({ email: address, address: origin.address, known })
  for (const counter of counters) await countAttempt(db, counter)
  const matches = await passwords.matches(password, known?.passwordHash)
  if (!known || !matches) {
    await recordFailure(db, address)
    throw new AppError('sign_in_failed', 'The e-mail address or the password is wrong. Try again')
  }
  const result = await inAccounts(db, async (tx) => {
    const account = await lockAccount(tx, known.id)
    // The password was changed while we compared it.
    if (account.passwordHash !== known.passwordHash) {
      throw new AppError('sign_in_failed', 'The e-mail address or the password is wrong. Try again')
    }
    return startSessionOrChallenge(tx, parts, { account, ...origin })
  })
  for (const { isOfAccount, ...counter } of counters) {
    if (isOfAccount) await resetAttempts(db, counter)
    else await refundAttempt(db, counter)
  }
  await refundAttempt(db, { kind: 'address', key: network })
  return result
}

/**
 * What counts an attempt besides the network. A browser or network that the account was used from has a counter of its own.
 * Elsewhere the account as a whole counts last: an attempt that was rejected before must not pause the account for its owner.
 */
function countersOf({ email, address, known }: { email: string; address: string; known: FoundAccount | undefined }) {
  const network = networkOf(address)
  if (known?.deviceId)
    return [{ kind: 'account_known_network', key: `device ${known.deviceId}`, isOfAccount: true }] as const
  if (known?.addresses.some((other) => networkOf(other) === network))
    return [{ kind: 'account_known_network', key: `${email} ${network}`, isOfAccount: true }] as const
  const large = networkOf(address, { v6: 48 })
  return [
    { kind: 'address_56', key: networkOf(address, { v6: 56 }), isOfAccount: false },
    { kind: 'address_48', key: large, isOfAccount: false },
    { kind: 'account_network', key: `${email} ${large}`, isOfAccount: true },
    { kind: 'account', key: email, isOfAccount: true },
  ] as const
}

/** After the first factor. */
export async function startSessionOrChallenge(
  tx: AccountsTx,
  parts: Pick<AccountParts, 'sealer' | 'publicUrl'>,
  { account, ...origin }: { account: OpenAccount } & Origin,
): Promise<SignInResult> {
  const { sealer } = parts
  if (account.totp)
    return { challenge: await openChallenge(tx, { kind: 'second_factor', accountId: account.id, sealer }) }
  return { session: await openSession(tx, parts, { account, ...origin }) }
}

/** The second step: a code of the app or a recovery code. */
export async function finishSignIn(
  { db, sealer, publicUrl }: AccountParts,
  { challenge, code, ...origin }: { challenge: string; code: string } & Origin,
): Promise<NewSession> {
  const challengeToken = { kind: 'second_factor', token: challenge, sealer } as const
  const accountId = (await attemptChallenge(db, challengeToken))?.accountId
  if (!accountId)
    throw new AppError('sign_in_failed', 'The sign-in expired or had too many attempts. Start again with your password')
  const throttled = { kind: 'second_factor', key: accountId } as const
  await countAttempt(db, throttled)
  const session = await inAccounts(db, async (tx) => {
    const account = await lockAccount(tx, accountId)
    await verifySecondFactor(tx, { account, code, sealer, publicUrl })
    // Of two concurrent requests with valid codes, one succeeds.
    if (!(await consumeChallenge(tx, challengeToken)))
      throw new AppError('sign_in_failed', 'This sign-in was already finished. Start again with your password')
    return openSession(tx, { sealer, publicUrl }, { account, ...origin })
  })
  await resetAttempts(db, throttled)
  return session
}

type FoundAccount = {
  id: AccountId
  passwordHash: string | null
  addresses: string[]
  /** The earlier session of this browser, which has ended or not. */
  deviceId: SessionId | null
}

async function findByEmail(
  db: AccountsDb,
  { email, device = '' }: { email: string; device: string | undefined },
): Promise<FoundAccount | undefined> {
  const { rows } = await sql<FoundAccount>`
    select a.id, a.password_hash as "passwordHash", array(
      select s.address from account_sessions s where s.account_id = a.id and s.address is not null
      order by s.id desc limit 100) as addresses,
      (select s.id from account_sessions s where s.account_id = a.id and s.token_hash = ${hashSecretToken(device)}) as "deviceId"
    from accounts a where a.email = ${email}`.execute(db)
  return rows[0]
}
