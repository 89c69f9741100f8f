import { type AccountsTx, inAccounts } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type Asker, lockForSession } from '../account.ts'
import type { AccountParts } from '../account-parts.ts'
import { addMail } from '../mail/add-mail.ts'
import { noticeMail } from '../mail/mail-texts.ts'
import type { Person, ProviderName } from './provider.ts'

/** Connecting what is connected already is a quiet success. */
export async function linkProvider(
  tx: AccountsTx,
  { sealer, publicUrl }: AccountParts,
  { provider, person, isNew = false, ...asker }: Asker & { provider: ProviderName; person: Person; isNew?: boolean },
): Promise<void> {
  const account = await lockForSession(tx, asker)
  const accountId = account.id
  const linked = await tx
    .insertInto('account_identities')
    .values({ provider, subject: person.subject, account_id: accountId, name: shorten(person.name) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (linked.numInsertedOrUpdatedRows === 1n) {
    if (!isNew) await addMail(tx, { sealer, mail: noticeMail('provider_added', { to: account.email, publicUrl }) })
    return
  }
  const same = await tx
    .selectFrom('account_identities')
    .select('subject')
    .where('provider', '=', provider)
    .where('subject', '=', person.subject)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!same) throw new AppError('conflict', 'It is connected to another account, or another one is connected to this')
}

/** Whoever has the mailbox can always choose a password, so nobody locks himself out. */
export async function unlinkProvider(
  { db }: AccountParts,
  { provider, ...asker }: Asker & { provider: ProviderName },
): Promise<void> {
  await inAccounts(db, async (tx) => {
    const { id: accountId } = await lockForSession(tx, asker)
    await tx
      .deleteFrom('account_identities')
      .where('account_id', '=', accountId)
      .where('provider', '=', provider)
      .execute()
  })
}

function shorten(name: string): string {
  return [...name.toWellFormed().replaceAll('\0', '')].slice(0, 100).join('') || '?'
}
