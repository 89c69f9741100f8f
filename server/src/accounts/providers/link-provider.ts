import { type AccountsTx, inAccounts } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type AccountCaller, lockForSession } from '../account.ts'
import type { AccountParts } from '../account-parts.ts'
import { takeSnapshot } from '../recovery/access-snapshot.ts'
import { notifyChange } from '../recovery/notify-change.ts'
import type { Person, ProviderName } from './provider.ts'

/** Connecting it again has no effect. */
export async function linkProvider(
  tx: AccountsTx,
  { sealer, publicUrl }: AccountParts,
  {
    provider,
    person,
    isNew = false,
    ...caller
  }: AccountCaller & { provider: ProviderName; person: Person; isNew?: boolean },
): Promise<void> {
  const account = await lockForSession(tx, caller)
  const accountId = account.id
  const before = await takeSnapshot(tx, accountId)
  const linked = await tx
    .insertInto('account_identities')
    .values({ provider, subject: person.subject, account_id: accountId, name: shorten(person.name) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (linked.numInsertedOrUpdatedRows === 1n) {
    if (!isNew) await notifyChange(tx, { sealer, publicUrl }, { kind: 'provider_added', account, before })
    return
  }
  const same = await tx
    .selectFrom('account_identities')
    .select('subject')
    .where('provider', '=', provider)
    .where('subject', '=', person.subject)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!same)
    throw new AppError(
      'conflict',
      'It is connected to another account, or your account is connected to another one. Disconnect it first',
    )
}

/** This can't lock out the owner, who can always set a password by e-mail. */
export async function unlinkProvider(
  { db }: AccountParts,
  { provider, ...caller }: AccountCaller & { provider: ProviderName },
): Promise<void> {
  await inAccounts(db, async (tx) => {
    const { id: accountId } = await lockForSession(tx, caller)
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
