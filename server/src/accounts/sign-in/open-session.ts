import { sql } from 'kysely'
import type { AccountsTx } from '../../db/database.ts'
import type { AccountId } from '../../ids.ts'
import { networkOf } from '../../network-of.ts'
import { hashSecretToken } from '../../secret-token.ts'
import type { OpenAccount } from '../account.ts'
import type { AccountParts, Origin } from '../account-parts.ts'
import { mailBudgetLeft } from '../mail/mail-budget.ts'
import { takeSnapshot } from '../recovery/access-snapshot.ts'
import { notifyChange } from '../recovery/notify-change.ts'
import { type NewSession, startSession } from '../sessions/session.ts'
import { mayAttempt } from './throttle.ts'

/** Smaller parts of a network change too often: people at home and on the way would get a mail every day. */
const PLACE = { v4: 24, v6: 48 }

type NewSignIn = Origin & { account: Pick<OpenAccount, 'id' | 'email'> }

/** Ends every sign-in. The owner gets a mail if the account was not used from this place in the last month. */
export async function openSession(
  tx: AccountsTx,
  { sealer, publicUrl }: Pick<AccountParts, 'sealer' | 'publicUrl'>,
  { account, ...origin }: NewSignIn,
): Promise<NewSession> {
  const accountId = account.id
  // Without SECRET_KEYS no mail can be stored.
  if (
    sealer.keyId !== undefined &&
    (await isNewPlace(tx, { accountId, ...origin })) &&
    (await mayNotify(tx, accountId))
  ) {
    const before = await takeSnapshot(tx, accountId)
    await notifyChange(tx, { sealer, publicUrl }, { kind: 'signed_in', account, before, address: origin.address })
  }
  return startSession(tx, { accountId, ...origin })
}

type Used = { addresses: string[]; isKnownBrowser: boolean; isFirst: boolean }

/** Sessions are kept for a month after their end, so an account that was not used for longer has no known place. */
async function isNewPlace(
  tx: AccountsTx,
  { accountId, address, device = '' }: Origin & { accountId: AccountId },
): Promise<boolean> {
  const { rows } = await sql<Used>`
    select array(
        select s.address from account_sessions s where s.account_id = a.id and s.address is not null
        order by s.id desc limit 100) as addresses,
      exists (
        select from account_sessions s
        where s.account_id = a.id and s.token_hash = ${hashSecretToken(device)}) as "isKnownBrowser",
      a.created_at > now() - interval '30 days' and not exists (
        select from account_sessions s where s.account_id = a.id) as "isFirst"
    from accounts a where a.id = ${accountId}`.execute(tx)
  const [used] = rows
  if (!used || used.isKnownBrowser || used.isFirst) return false
  return !used.addresses.some((known) => networkOf(known, PLACE) === networkOf(address, PLACE))
}

async function mayNotify(tx: AccountsTx, accountId: AccountId): Promise<boolean> {
  return (await mailBudgetLeft(tx, 'signed_in')) > 0 && (await mayAttempt(tx, { kind: 'notices_to', key: accountId }))
}
