import { sql } from 'kysely'
import type { AccountParts } from '../../accounts/account-parts.ts'
import { addMail } from '../../accounts/mail/add-mail.ts'
import { mailBudgetLeft } from '../../accounts/mail/mail-budget.ts'
import { createMuteToken, isOptionalAlert } from '../../accounts/mail/muted-alerts.ts'
import { type StoreAlertKind, storeAlertMail } from '../../accounts/mail/store-alert-mail.ts'
import { createUndo } from '../../accounts/recovery/notify-change.ts'
import { type AccountsDb, type AccountsTx, inAccounts } from '../../db/database.ts'
import type { AccountId, StoreId } from '../../ids.ts'

type Parts = Pick<AccountParts, 'db' | 'sealer' | 'publicUrl'>
type Change = { accountId: AccountId | null; actor: string; subject: string | null; createdAt: Date }

/**
 * Sends the owners of stores a mail about the first change of a kind, and then at most one in an hour with all changes since.
 * What exceeds the budget of mails waits.
 */
export async function sendAlerts(parts: Parts): Promise<void> {
  // Without SECRET_KEYS no mail can be stored.
  if (parts.sealer.keyId === undefined) return
  // Nearly always nothing is due, and a query costs less than a transaction.
  while ((await listDue(parts.db)).length > 0 && (await inAccounts(parts.db, (tx) => sendNext(tx, parts))));
}

async function sendNext(tx: AccountsTx, parts: Parts): Promise<boolean> {
  // Two processes at once would split the changes of a store into two mails.
  await sql`select pg_advisory_xact_lock(hashtext('store_alerts'))`.execute(tx)
  const next = await findNext(tx)
  if (!next) return false
  const changes = await claimChanges(tx, next)
  const [first] = changes
  if (!first) return false
  for (const { id, email, muted } of await listRecipients(tx, { ...next, changes })) {
    const isOwnChange = changes.some(({ accountId }) => accountId === id)
    const kind = isOptionalAlert(next.kind) && !isOwnChange ? next.kind : undefined
    if (kind !== undefined && muted.includes(kind)) continue
    const undo = isOwnChange
      ? await createUndo(tx, { accountId: id, sealer: parts.sealer, before: null, since: first.createdAt })
      : undefined
    const mail = storeAlertMail(next.kind, {
      ...parts,
      ...next,
      to: email,
      changes,
      ...(undo !== undefined && { undo }),
      ...(kind !== undefined && { mute: createMuteToken(parts.sealer, { accountId: id, kind }) }),
    })
    await addMail(tx, { sealer: parts.sealer, mail })
  }
  return true
}

type Due = { storeId: StoreId; kind: StoreAlertKind }

async function findNext(tx: AccountsTx): Promise<Due | undefined> {
  for (const due of await listDue(tx)) if ((await mailBudgetLeft(tx, due.kind)) > 0) return due
  return undefined
}

/** For each kind of alert the store that has waited longest. */
async function listDue(db: AccountsDb | AccountsTx): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select distinct on (a.kind) a.store_id as "storeId", a.kind from store_alerts a
    where a.mailed_at is null and not exists (
      select from store_alerts e
      where e.store_id = a.store_id and e.kind = a.kind and e.mailed_at > now() - interval '1 hour')
    order by a.kind, a.created_at`.execute(db)
  return rows
}

/** Oldest first. */
async function claimChanges(tx: AccountsTx, { storeId, kind }: Due): Promise<Change[]> {
  const { rows } = await sql<Change>`
    with claimed as (
      update store_alerts set mailed_at = now() where store_id = ${storeId} and kind = ${kind} and mailed_at is null
      returning id, account_id, actor, subject, created_at)
    select account_id as "accountId", actor, subject, created_at as "createdAt" from claimed order by id`.execute(tx)
  return rows
}

type Recipient = { id: AccountId; email: string | null; muted: string[] }

/** The owners, and the members who made the changes: their sessions may be stolen. */
async function listRecipients(
  tx: AccountsTx,
  { storeId, changes }: { storeId: StoreId; changes: Change[] },
): Promise<(Recipient & { email: string })[]> {
  const accountIds = changes.flatMap(({ accountId }) => accountId ?? [])
  const { rows } = await sql<Recipient>`
    select a.id, a.email, a.muted_alerts as muted from store_members m join accounts a on a.id = m.account_id
    where m.store_id = ${storeId} and (m.role = 'owner' or m.account_id = any(${accountIds}))
    order by a.id`.execute(tx)
  return rows.flatMap(({ email, ...rest }) => (email === null ? [] : { email, ...rest }))
}

/** The last mail of an hour is remembered for a day; what could not be sent for a week is outdated. */
export async function cleanAlerts(db: AccountsDb): Promise<void> {
  await sql`
    delete from store_alerts
    where mailed_at < now() - interval '1 day' or created_at < now() - interval '7 days'`.execute(db)
}
