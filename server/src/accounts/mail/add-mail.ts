import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { type MailId, newId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'

export type MailContent = {
  subject: string
  text: string
  /** The address of a page that stops e-mails of this kind. Mail programs show a button for it. */
  unsubscribe?: string
}
export type NewMail = MailContent & { kind: string; to: string }

/** Queues an e-mail, which is sent if and only if the transaction commits. */
export async function addMail(tx: Tx, { sealer, mail }: { sealer: Sealer; mail: NewMail }): Promise<void> {
  const id = newId<MailId>()
  const { kind, to, ...content } = mail
  const { keyId, sealed } = sealer.seal(JSON.stringify(content), mailLabel(id))
  await tx
    .insertInto('mails')
    .values({
      id,
      kind,
      recipient: to,
      sealed,
      key_id: keyId,
      next_at: sql`now()`,
      error: null,
      sent_at: null,
    })
    .execute()
}

export function mailLabel(id: MailId): string {
  return `mail:${id}`
}
