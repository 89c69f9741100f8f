import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { AccountsDb, AccountsTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type AccountId, formatId, parseId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'

/**
 * The alerts that a member can switch off, if someone else made the change. What reaches money is always sent, and so is every
 * change of the member's own account, because their session may be stolen.
 */
export const OPTIONAL_ALERTS = ['commands_changed', 'token_created'] as const
export type OptionalAlert = (typeof OPTIONAL_ALERTS)[number]

export function isOptionalAlert(kind: string): kind is OptionalAlert {
  return OPTIONAL_ALERTS.some((optional) => optional === kind)
}

export async function setMutedAlerts(
  db: AccountsDb | AccountsTx,
  { accountId, muted }: { accountId: AccountId; muted: OptionalAlert[] },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ muted_alerts: [...new Set(muted)].sort() })
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .execute()
}

type Muting = { accountId: AccountId; kind: OptionalAlert }

/** The token of the link in an alert. It stays valid, because people unsubscribe from old e-mails, and it can only switch this off. */
export function createMuteToken(sealer: Sealer, { accountId, kind }: Muting): string {
  const text = `${formatId('acc', accountId)}.${kind}`
  const [key] = keysOf(sealer)
  return `${text}.${key ? sign(key, text).toString('base64url') : ''}`
}

/** Switches off the alert that the link of an e-mail names. A second time changes nothing. */
export async function muteAlert(db: AccountsDb, { sealer, token }: { sealer: Sealer; token: string }): Promise<void> {
  const { accountId, kind } = readToken(sealer, token)
  await sql`
    update accounts set muted_alerts = array(select distinct unnest(muted_alerts || ${kind}::text) order by 1)
    where id = ${accountId} and closed_at is null`.execute(db)
}

function readToken(sealer: Sealer, token: string): Muting {
  const [account = '', kind = '', mac = ''] = token.split('.')
  const given = Buffer.from(mac, 'base64url')
  const isOurs = keysOf(sealer).some((key) => {
    const expected = sign(key, `${account}.${kind}`)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  const accountId = isOurs ? parseId<AccountId>('acc', account) : undefined
  if (accountId === undefined || !isOptionalAlert(kind))
    throw new AppError('invalid_request', 'This link is not complete. Copy the whole link from the e-mail', {
      field: 'body/token',
    })
  return { accountId, kind }
}

const keysOf = (sealer: Sealer) => sealer.deriveKeys('mute alerts')
const sign = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest().subarray(0, 16)
