import { sql } from 'kysely'
import pg from 'pg'
import { inAccounts } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type Asker, lockAccount, lockForSession } from '../account.ts'
import type { AccountParts } from '../account-parts.ts'
import { addMail } from '../mail/add-mail.ts'
import { readEmailAddress } from '../email-address.ts'
import { invalidateEmailLinks, createEmailLink, consumeEmailLink } from './email-links.ts'
import { changeEmailMail, noticeMail, takenMail } from '../mail/mail-texts.ts'
import { mayAttempt, countAttempt } from '../sign-in/throttle.ts'

/** Nothing changes before the mail at the new address was read. Whether it is another's is not said. */
export async function changeEmail(
  { db, sealer, publicUrl }: AccountParts,
  { email, ...asker }: Asker & { email: string },
): Promise<void> {
  const to = readEmailAddress(email)
  const { accountId } = asker
  await countAttempt(db, { kind: 'mail_from', key: accountId })
  if (!(await mayAttempt(db, { kind: 'mail_to', key: `change ${to}` }))) return
  await inAccounts(db, async (tx) => {
    await lockForSession(tx, asker)
    const owner = await tx.selectFrom('accounts').select('id').where('email', '=', to).executeTakeFirst()
    if (owner?.id === accountId) throw new AppError('invalid_request', 'This is your address already')
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

/** The old address hears of it. Links that were sent there no longer work. */
export async function confirmNewEmail({ db, sealer, publicUrl }: AccountParts, token: string): Promise<void> {
  await inAccounts(db, async (tx) => {
    const { accountId, email } = await consumeEmailLink(tx, { kind: 'change_email', token })
    if (accountId === null) throw new AppError('invalid_request', 'This link is for something else')
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
    throw new AppError('conflict', 'There is an account with this address')
  })
}
