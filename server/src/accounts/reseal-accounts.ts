import { type AccountsDb, type AccountsTx, inAccounts } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { AccountId, MailId } from '../ids.ts'
import type { Sealer } from '../seal.ts'
import { mailLabel } from './mail/add-mail.ts'
import type { AccessSnapshot } from './recovery/access-snapshot.ts'
import { undoLabel } from './recovery/notify-change.ts'
import { totpLabel } from './second-factor/second-factor.ts'

/** Encrypts second factors, queued e-mails and the states that undo links restore with the newest key, so that older keys can be removed. It can be repeated. */
export async function resealAccounts(db: AccountsDb, sealer: Sealer): Promise<{ resealed: number; current: number }> {
  const { keyId: newest } = sealer
  if (newest === undefined) throw new AppError('not_configured', 'SECRET_KEYS is not set. Set it to encrypt secrets')
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'totp_key_id as keyId'])
    .where('totp_sealed', 'is not', null)
    .execute()
  const mails = await db.selectFrom('mails').select(['id', 'key_id as keyId']).where('sealed', 'is not', null).execute()
  const undos = await db
    .selectFrom('account_undos')
    .select(['token_hash as id', 'account_id as accountId', 'key_id as keyId'])
    .where('sealed', 'is not', null)
    .execute()
  const isOld = ({ keyId }: { keyId: string | null }) => keyId !== newest
  for (const { id } of accounts.filter(isOld)) await inAccounts(db, (tx) => resealTotp(tx, { id, sealer }))
  for (const { id } of mails.filter(isOld)) await inAccounts(db, (tx) => resealMail(tx, { id, sealer }))
  for (const undo of undos.filter(isOld)) await inAccounts(db, (tx) => resealUndo(tx, { ...undo, sealer }))
  const all = [...accounts, ...mails, ...undos]
  const resealed = all.filter(isOld).length
  return { resealed, current: all.length - resealed }
}

async function resealTotp(tx: AccountsTx, { id, sealer }: { id: AccountId; sealer: Sealer }): Promise<void> {
  const row = await tx
    .selectFrom('accounts')
    .select(['totp_sealed as sealed', 'totp_key_id as keyId'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row?.sealed || row.keyId === null) return
  const secret = sealer.open({ keyId: row.keyId, sealed: row.sealed }, totpLabel(id))
  const { keyId, sealed } = sealer.seal(secret, totpLabel(id))
  await tx.updateTable('accounts').set({ totp_sealed: sealed, totp_key_id: keyId }).where('id', '=', id).execute()
}

async function resealMail(tx: AccountsTx, { id, sealer }: { id: MailId; sealer: Sealer }): Promise<void> {
  const row = await tx
    .selectFrom('mails')
    .select(['sealed', 'key_id as keyId'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row?.sealed) return
  const content = sealer.open({ keyId: row.keyId, sealed: row.sealed }, mailLabel(id))
  const { keyId, sealed } = sealer.seal(content, mailLabel(id))
  await tx.updateTable('mails').set({ sealed, key_id: keyId }).where('id', '=', id).execute()
}

/** The state contains a second factor that is encrypted on its own. */
async function resealUndo(
  tx: AccountsTx,
  { id, accountId, sealer }: { id: Buffer; accountId: AccountId; sealer: Sealer },
): Promise<void> {
  const row = await tx
    .selectFrom('account_undos')
    .select(['sealed', 'key_id as keyId'])
    .where('token_hash', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.sealed || row.keyId === null) return
  const snapshot = JSON.parse(sealer.open({ keyId: row.keyId, sealed: row.sealed }, undoLabel(id))) as AccessSnapshot
  const { totp_sealed: totp, totp_key_id: totpKeyId } = snapshot.account
  if (totp !== null && totpKeyId !== null) {
    const sealedTotp = { keyId: totpKeyId, sealed: Buffer.from(totp.slice(2), 'hex') }
    const again = sealer.seal(sealer.open(sealedTotp, totpLabel(accountId)), totpLabel(accountId))
    Object.assign(snapshot.account, { totp_sealed: `\\x${again.sealed.toString('hex')}`, totp_key_id: again.keyId })
  }
  const { keyId, sealed } = sealer.seal(JSON.stringify(snapshot), undoLabel(id))
  await tx.updateTable('account_undos').set({ sealed, key_id: keyId }).where('token_hash', '=', id).execute()
}
