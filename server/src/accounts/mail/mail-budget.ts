import { sql } from 'kysely'
import type { AccountsDb, AccountsTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { limitOfPlatform } from '../../stores/limits.ts'
import type { StoreAlertKind } from './store-alert-mail.ts'

const RETRY_SECONDS = 600

/** Kinds of mails that strangers and tenants can cause. Each kind has a budget, so that none uses up that of another. */
export type BudgetedMail =
  'confirm' | 'receipt' | 'reset' | 'change_email' | 'invitation' | 'sign_in_failures' | 'signed_in' | StoreAlertKind

/** Protects the reputation of the mail server: networks are cheap, so limits for each network are not enough. */
export async function requireMailBudget(db: AccountsDb, kind: BudgetedMail): Promise<void> {
  if ((await mailBudgetLeft(db, kind)) > 0) return
  throw new AppError('rate_limited', 'This platform has sent too many e-mails in the last hour. Try again later', {
    retryAfter: RETRY_SECONDS,
  })
}

/** How many mails of this kind can still be sent in this hour. */
export async function mailBudgetLeft(db: AccountsDb | AccountsTx, kind: BudgetedMail): Promise<number> {
  const maximum = await limitOfPlatform(db, 'mails_per_hour')
  const { rows } = await sql<{ sent: number }>`
    select count(*)::integer as sent from (
      select from mails where kind = ${kind} and created_at > now() - interval '1 hour' limit ${maximum}) recent`.execute(
    db,
  )
  return maximum - (rows[0]?.sent ?? 0)
}
