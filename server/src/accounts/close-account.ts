import { sql } from 'kysely'
import { type AccountsTx, inAccounts } from '../db/database.ts'
import { type Asker, lockForSession } from './account.ts'
import type { AccountParts } from './account-parts.ts'
import { addMail } from './mail/add-mail.ts'
import { noticeMail } from './mail/mail-texts.ts'

const ITS_TABLES = [
  'account_sessions',
  'account_links',
  'account_challenges',
  'account_recovery_codes',
  'account_passkeys',
  'account_identities',
] as const

/**
 * Nobody opens it again. What is left is its id, and in the logs of stores what it did there, under its address. `mayClose` throws when a store would be left
 * without an owner.
 */
export async function closeAccount(
  { db, sealer, publicUrl }: AccountParts,
  { mayClose, ...asker }: Asker & { mayClose: (tx: AccountsTx) => Promise<void> },
): Promise<void> {
  const { accountId } = asker
  await inAccounts(db, async (tx) => {
    const { email } = await lockForSession(tx, asker)
    await mayClose(tx)
    for (const table of ITS_TABLES) await tx.deleteFrom(table).where('account_id', '=', accountId).execute()
    await tx
      .updateTable('accounts')
      .set({
        email: null,
        name: 'Closed account',
        password_hash: null,
        is_operator: false,
        totp_sealed: null,
        totp_key_id: null,
        totp_confirmed_at: null,
        totp_last_step: null,
        closed_at: sql<Date>`now()`,
      })
      .where('id', '=', accountId)
      .execute()
    await addMail(tx, { sealer, mail: noticeMail('account_closed', { to: email, publicUrl }) })
  })
}
