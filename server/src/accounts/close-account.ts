import { sql } from 'kysely'
import { type AccountsTx, inAccounts } from '../db/database.ts'
import { type AccountCaller, lockForSession } from './account.ts'
import type { AccountParts } from './account-parts.ts'
import { addMail } from './mail/add-mail.ts'
import { noticeMail } from './mail/mail-texts.ts'

const ACCOUNT_TABLES = [
  'account_sessions',
  'account_links',
  'account_undos',
  'account_challenges',
  'account_recovery_codes',
  'account_passkeys',
  'account_identities',
] as const

/**
 * Closes the account for good. Only its id and its entries in the audit logs of stores remain. `requireClosable` throws if
 * a store would be left without an owner.
 */
export async function closeAccount(
  { db, sealer, publicUrl }: AccountParts,
  { requireClosable, ...caller }: AccountCaller & { requireClosable: (tx: AccountsTx) => Promise<void> },
): Promise<void> {
  const { accountId } = caller
  await inAccounts(db, async (tx) => {
    const { email } = await lockForSession(tx, caller)
    await requireClosable(tx)
    for (const table of ACCOUNT_TABLES) await tx.deleteFrom(table).where('account_id', '=', accountId).execute()
    await tx
      .updateTable('accounts')
      .set({
        email: null,
        pending_email: null,
        pending_email_at: null,
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
