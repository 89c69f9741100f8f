import type { StoreAlertKind } from '../../accounts/mail/store-alert-mail.ts'
import type { Tx } from '../../db/database.ts'
import { type AlertId, formatId, newId } from '../../ids.ts'
import type { Actor } from '../member.ts'
import type { AuditRecord } from '../record-audit.ts'

/** The only list of what owners get a mail about. Everything else in a store is only in its audit log. */
const ALERTS: Readonly<Record<string, StoreAlertKind>> = {
  createToken: 'token_created',
  connectPaymentProvider: 'provider_changed',
  disconnectPaymentProvider: 'provider_changed',
  createProduct: 'commands_changed',
  updateProduct: 'commands_changed',
}

/** Queues the mail in the transaction of the change. The command line belongs to the operator, who needs no session to steal. */
export async function recordAlert(tx: Tx, entry: AuditRecord & { actor: Actor }): Promise<void> {
  const { storeId, actor, action, subject } = entry
  const kind = ALERTS[action]
  if (!kind || actor.kind === 'command_line' || !concerns(entry)) return
  await tx
    .insertInto('store_alerts')
    .values({
      store_id: storeId,
      id: newId<AlertId>(),
      kind,
      account_id: actor.kind === 'token' ? null : actor.id,
      actor: actor.kind === 'token' ? `API token ${formatId('tok', actor.id)}` : actor.name,
      subject,
      mailed_at: null,
    })
    .execute()
}

/** A refused request of an operator is audited, but changes nothing. A product is also updated without its commands. */
function concerns({ action, details }: AuditRecord): boolean {
  if ('refused' in details) return false
  if (action !== 'updateProduct') return true
  return 'changed' in details && Array.isArray(details.changed) && details.changed.includes('commands')
}
