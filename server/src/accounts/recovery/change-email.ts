import { sql } from 'kysely'
import pg from 'pg'
import { type AccountsDb, type AccountsTx, inAccounts } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { AccountId } from '../../ids.ts'
import { type AccountCaller, lockAccount, lockForSession } from '../account.ts'
import type { AccountParts } from '../account-parts.ts'
import { readEmailAddress } from '../email-address.ts'
import { addMail } from '../mail/add-mail.ts'
import { requireMailBudget } from '../mail/mail-budget.ts'
import { approveEmailMail, changeEmailMail, takenMail } from '../mail/mail-texts.ts'
import { countAttempt, mayAttempt } from '../sign-in/throttle.ts'
import { takeSnapshot } from './access-snapshot.ts'
import { consumeEmailLink, createEmailLink, type EmailLinkKind, invalidateEmailLinks } from './email-links.ts'
import { createUndo, notifyChange } from './notify-change.ts'

const DELAY_DAYS = 7

/** Sends a link to the new address. The response does not reveal whether the address is taken. */
export async function changeEmail(
  { db, sealer, publicUrl }: AccountParts,
  { email, ...caller }: AccountCaller & { email: string },
): Promise<void> {
  const to = readEmailAddress(email)
  const { accountId } = caller
  await countAttempt(db, { kind: 'mail_from', key: accountId })
  await requireMailBudget(db, 'change_email')
  if (!(await mayAttempt(db, { kind: 'mail_to', key: `change ${to}` }))) return
  await inAccounts(db, async (tx) => {
    await lockForSession(tx, caller)
    const owner = await findOwner(tx, to)
    if (owner === accountId) throw new AppError('invalid_request', 'This is already your address')
    const mail = owner
      ? takenMail({ to, publicUrl })
      : changeEmailMail({
          to,
          publicUrl,
          token: await createEmailLink(tx, { kind: 'change_email', accountId, email: to }),
        })
    await addMail(tx, { sealer, mail })
  })
}

/**
 * The link to the new address. The change then waits for the old mailbox: it can agree, or undo the change. Without an
 * answer the change takes effect after seven days, for owners who have lost the old mailbox.
 */
export async function confirmEmailChange({ db, sealer, publicUrl }: AccountParts, token: string): Promise<void> {
  await inAccounts(db, async (tx) => {
    const { accountId, email } = await consumeAccountLink(tx, { kind: 'change_email', token })
    const account = await lockAccount(tx, accountId)
    if (await findOwner(tx, email)) throw taken()
    const before = await takeSnapshot(tx, accountId)
    await tx
      .updateTable('accounts')
      .set({ pending_email: email, pending_email_at: sql<Date>`now() + make_interval(days => ${DELAY_DAYS})` })
      .where('id', '=', accountId)
      .execute()
    const link = { kind: 'approve_email', accountId, email } as const
    const approve = await createEmailLink(tx, link)
    const undo = await createUndo(tx, { accountId, sealer, before })
    await addMail(tx, { sealer, mail: approveEmailMail({ to: account.email, publicUrl, token: approve, undo }) })
  })
}

/** The link to the old address. */
export async function approveEmailChange(parts: AccountParts, token: string): Promise<void> {
  await inAccounts(parts.db, async (tx) => {
    const { accountId, email } = await consumeAccountLink(tx, { kind: 'approve_email', token })
    await applyEmailChange(tx, parts, { accountId, email })
  }).catch(rethrowTaken)
}

/** Applies the changes whose delay is over. An address that was taken meanwhile is given up. */
export async function applyDueEmailChanges(
  parts: Pick<AccountParts, 'sealer' | 'publicUrl'> & { db: AccountsDb },
): Promise<void> {
  const due = await parts.db
    .selectFrom('accounts')
    .select(['id', 'pending_email as email'])
    .where('pending_email_at', '<=', sql<Date>`now()`)
    .limit(100)
    .execute()
  for (const { id: accountId, email } of due) {
    await inAccounts(parts.db, (tx) => applyEmailChange(tx, parts, { accountId, email: email ?? '' }))
      .catch(rethrowTaken)
      .catch(async (error: unknown) => {
        if (!(error instanceof AppError)) throw error
        const none = { pending_email: null, pending_email_at: null }
        await parts.db.updateTable('accounts').set(none).where('id', '=', accountId).execute()
      })
  }
}

/** Notifies the old address and invalidates links that were sent there. */
async function applyEmailChange(
  tx: AccountsTx,
  parts: Pick<AccountParts, 'sealer' | 'publicUrl'>,
  { accountId, email }: { accountId: AccountId; email: string },
): Promise<void> {
  const account = await lockAccount(tx, accountId)
  const before = await takeSnapshot(tx, accountId)
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ email, email_confirmed_at: sql<Date>`now()`, pending_email: null, pending_email_at: null })
    .where('id', '=', accountId)
    .where('pending_email', '=', email)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflict', 'The change was cancelled. Start again')
  await invalidateEmailLinks(tx, accountId)
  await notifyChange(tx, parts, { kind: 'email_changed', account, before })
}

async function consumeAccountLink(tx: AccountsTx, link: { kind: EmailLinkKind; token: string }) {
  const { accountId, email } = await consumeEmailLink(tx, link)
  if (accountId === null) throw new AppError('invalid_request', 'This link is for another purpose. Request a new one')
  return { accountId, email }
}

async function findOwner(tx: AccountsTx, email: string): Promise<AccountId | undefined> {
  return (await tx.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst())?.id
}

function rethrowTaken(error: unknown): never {
  throw error instanceof pg.DatabaseError && error.constraint === 'accounts_by_email' ? taken() : error
}

function taken(): AppError {
  return new AppError('conflict', 'This address already has an account. Use another address')
}
