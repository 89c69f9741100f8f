import { sql } from 'kysely'
import type { AccountsDb } from '../../db/database.ts'
import type { MailId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { type MailContent, mailLabel } from './add-mail.ts'

const BATCH_SIZE = 10
/** Longer than sending can take. If a process dies, its e-mails are sent by another one after this time. */
const CLAIM_MINUTES = 3
/** About three days, with pauses that grow to an hour. */
const MAX_ATTEMPTS = 80
const MAX_ERROR_LENGTH = 500

export type SendMail = (mail: MailContent & { id: MailId; to: string }) => Promise<void>

type Claimed = { id: MailId; to: string; sealed: Buffer; keyId: string; attempts: number }

/**
 * Sends due e-mails and returns how many it claimed. Several processes can do this at once; each e-mail is claimed by one.
 * If a process dies after sending and before recording it, the e-mail is sent again; none is lost.
 */
export async function sendDueMails(
  db: AccountsDb,
  { sealer, send, onFailed }: { sealer: Sealer; send: SendMail; onFailed: (error: unknown) => void },
): Promise<number> {
  const claimed = await claim(db)
  await Promise.all(
    claimed.map(async (mail) => {
      try {
        const content = JSON.parse(sealer.open(mail, mailLabel(mail.id))) as MailContent
        await send({ id: mail.id, to: mail.to, ...content })
      } catch (error) {
        onFailed(error)
        await recordFailure(db, mail, error)
        return
      }
      await recordSent(db, mail.id)
    }),
  )
  return claimed.length
}

async function claim(db: AccountsDb): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update mails set next_at = now() + make_interval(mins => ${CLAIM_MINUTES}), attempts = attempts + 1
    where id = any(array(
      select id from mails where next_at <= now() order by next_at limit ${BATCH_SIZE} for update skip locked))
    returning id, recipient as "to", sealed, key_id as "keyId", attempts`.execute(db)
  return rows
}

/** Deletes the text as well. */
async function recordSent(db: AccountsDb, id: MailId): Promise<void> {
  await sql`update mails set sent_at = now(), next_at = null, sealed = null, error = null where id = ${id}`.execute(db)
}

async function recordFailure(db: AccountsDb, { id, attempts }: Claimed, error: unknown): Promise<void> {
  const message = error instanceof Error && error.message !== '' ? error.message : 'unknown error'
  const text = message.replaceAll('\0', '').slice(0, MAX_ERROR_LENGTH)
  if (attempts >= MAX_ATTEMPTS) {
    await sql`update mails set next_at = null, sealed = null, error = ${text} where id = ${id}`.execute(db)
    return
  }
  const seconds = Math.min(2 ** Math.min(attempts, 12), 3_600)
  await sql`
    update mails set next_at = now() + make_interval(secs => ${seconds}), error = ${text} where id = ${id}`.execute(db)
}
