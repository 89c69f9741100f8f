import { sql } from 'kysely'
import { type AccountsDb, inAccounts } from '../../db/database.ts'
import type { AccountParts } from '../account-parts.ts'
import { addMail } from '../mail/add-mail.ts'
import { mailBudgetLeft } from '../mail/mail-budget.ts'
import { noticeMail } from '../mail/mail-texts.ts'
import { hashOf } from './throttle.ts'

const KIND = 'failures'
/** More than a person who has forgotten their password tries. */
const NOTIFY_AFTER = 20

/** Counted for addresses without an account too, so that both take the same time. After a day without failures, from one. */
export async function recordFailure(db: AccountsDb, email: string): Promise<void> {
  await sql`
    insert into sign_in_throttle as t (kind, key, attempts, next_at, last_at)
    values (${KIND}, ${hashOf(email)}, 1, '-infinity', now())
    on conflict (kind, key) do update set last_at = now(),
      attempts = case when t.last_at < now() - interval '1 day' then 1 else t.attempts + 1 end,
      next_at = case when t.last_at < now() - interval '1 day' then '-infinity' else t.next_at end`.execute(db)
}

/**
 * Sends the owner one mail about many failures, and the next one after a day without failures at the earliest. Not as part of
 * a sign-in, whose time would reveal the account. What exceeds the budget of mails is sent later.
 */
export async function notifyOfFailures({
  db,
  sealer,
  publicUrl,
}: Pick<AccountParts, 'db' | 'sealer' | 'publicUrl'>): Promise<void> {
  await inAccounts(db, async (tx) => {
    const budget = await mailBudgetLeft(tx, 'sign_in_failures')
    const { rows } = await sql<{ email: string | null }>`
      with due as (
        update sign_in_throttle set next_at = 'infinity' where kind = ${KIND} and key = any(array(
          select key from sign_in_throttle where kind = ${KIND} and attempts >= ${NOTIFY_AFTER} and next_at < 'infinity'
          order by last_at limit ${budget} for update skip locked))
        returning key)
      select a.email from due join accounts a on sha256(a.email::bytea) = due.key`.execute(tx)
    for (const { email } of rows)
      if (email !== null) await addMail(tx, { sealer, mail: noticeMail('sign_in_failures', { to: email, publicUrl }) })
  })
}
