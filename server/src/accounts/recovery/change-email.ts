import { sql } from 'kysely'
import pg from 'pg'
import { inAccounts } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type AccountCaller, lockAccount, lockForSession } from '../account.ts'
import type { AccountParts } from '../account-parts.ts'
import { addMail } from '../mail/add-mail.ts'
import { readEmailAddress } from '../email-address.ts'
import { invalidateEmailLinks, createEmailLink, consumeEmailLink } from './email-links.ts'
import { changeEmailMail, noticeMail, takenMail } from '../mail/mail-texts.ts'
import { mayAttempt, countAttempt } from '../sign-in/throttle.ts'

/** Takes effect when the link in the e-mail is used. The response does not reveal whether the address is taken. */
export async function changeEmail(
  { db, sealer, publicUrl }: AccountParts,
  { email, ...caller }: AccountCaller & { email: string },
): Promise<void> {
  const to = readEmailAddress(email)
  const { accountId } = caller
  await countAttempt(db, { kind: 'mail_from', key: accountId })
  if (!(await mayAttempt(db, { kind: 'mail_to', key: `change ${to}` }))) return
  await inAccounts(db, async (tx) => {
    await lockForSession(tx, caller)
    const owner = await tx.selectFrom('accounts').select('id').where('email', '=', to).executeTakeFirst()
    if (owner?.id === accountId) throw new AppError('invalid_request', 'This is already your address')
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

/** Notifies the old address and invalidates links that were sent there. */
export async function confirmEmailChange({ db, sealer, publicUrl }: AccountParts, token: string): Promise<void> {
  await inAccounts(db, async (tx) => {
    const { accountId, email } = await consumeEmailLink(tx, { kind: 'change_email', token })
    if (accountId === null) throw new AppError('invalid_request', 'This link is for another purpose. Request a new one')
    const account = await lockAccount(tx, accountId)
    await tx
      .updateTable('accounts')
      .set({ email, email_confirmed_at: sql<Date>`now()` })
      .where('id', '=', accountId)
      .execute()
    await invalidateEmailLinks(tx, accountId)
    await addMail(tx, { sealer, mail: noticeMail('email_changed', { to: account.email, publicUrl }) })
  }).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.constraint !== 'accounts_by_email') throw error
    throw new AppError('conflict', 'This address already has an account. Use another address')
  })
}
