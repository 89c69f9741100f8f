import { sql } from 'kysely'
import type { AccountsDb } from '../../db/database.ts'
import type { MailId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { type MailContent, mailLabel } from './add-mail.ts'

const AT_ONCE = 10
/** Longer than a mail can take. Who dies with one in hand leaves it to the next after this. */
const CLAIM_MINUTES = 3
/** With pauses that grow to an hour, some three days. */
const MOST_ATTEMPTS = 80
const LONGEST_ERROR = 500

export type SendMail = (mail: MailContent & { id: MailId; to: string }) => Promise<void>

type Claimed = { id: MailId; to: string; sealed: Buffer; keyId: string; attempts: number }

/**
 * Sends what is due and answers how many it took on. Several processes may do so at once: each mail is in one hand. A
 * process that dies between sending and noting so sends it again; none is lost.
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
        await noteFailure(db, mail, error)
        return
      }
      await noteSent(db, mail.id)
    }),
  )
  return claimed.length
}

async function claim(db: AccountsDb): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update mails set next_at = now() + make_interval(mins => ${CLAIM_MINUTES}), attempts = attempts + 1
    where id = any(array(
      select id from mails where next_at <= now() order by next_at limit ${AT_ONCE} for update skip locked))
    returning id, recipient as "to", sealed, key_id as "keyId", attempts`.execute(db)
  return rows
}

/** What it said is gone with it. */
async function noteSent(db: AccountsDb, id: MailId): Promise<void> {
  await sql`update mails set sent_at = now(), next_at = null, sealed = null, error = null where id = ${id}`.execute(db)
}

async function noteFailure(db: AccountsDb, { id, attempts }: Claimed, error: unknown): Promise<void> {
  const message = error instanceof Error && error.message !== '' ? error.message : 'it failed without a reason'
  const text = message.replaceAll('\0', '').slice(0, LONGEST_ERROR)
  if (attempts >= MOST_ATTEMPTS) {
    await sql`update mails set next_at = null, sealed = null, error = ${text} where id = ${id}`.execute(db)
    return
  }
  const seconds = Math.min(2 ** Math.min(attempts, 12), 3_600)
  await sql`
    update mails set next_at = now() + make_interval(secs => ${seconds}), error = ${text} where id = ${id}`.execute(db)
}
