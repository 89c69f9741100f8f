import { type MailId, formatId } from '../../ids.ts'
import type { SendMail } from './send-due-mails.ts'

const TIMEOUT_MS = 20_000

/** The id of the e-mail is its Message-ID, so mail programs show a second copy as the same e-mail. */
export async function openSmtp({
  url,
  from,
}: {
  url: string
  from: string
}): Promise<{ send: SendMail; verify: () => Promise<unknown>; close: () => void }> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 3,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // E-mails are plain text, so nothing has to be read from files or URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  const host = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, to, subject, text, unsubscribe }) {
      // An object, so that the address is never parsed as a list.
      await transport.sendMail({
        to: { name: '', address: to },
        subject,
        text,
        messageId: messageId(id, host),
        ...(unsubscribe !== undefined && { list: { unsubscribe } }),
      })
    },
    /** Connects and authenticates, without sending anything. */
    verify: () => transport.verify(),
    close: () => transport.close(),
  }
}

function messageId(id: MailId, host: string): string {
  return `<${formatId('mai', id)}@${host}>`
}
