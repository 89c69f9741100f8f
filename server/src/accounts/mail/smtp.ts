import { type MailId, formatId } from '../../ids.ts'
import type { SendMail } from './send-due-mails.ts'

const TIME_LIMIT_MS = 20_000

/** Sends through the server that the configuration names. The id of the mail is its Message-ID: a second copy shows as one. */
export async function openSmtp({
  url,
  from,
}: {
  url: string
  from: string
}): Promise<{ send: SendMail; close: () => void }> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 3,
      connectionTimeout: TIME_LIMIT_MS,
      greetingTimeout: TIME_LIMIT_MS,
      socketTimeout: TIME_LIMIT_MS,
      // A text and nothing else: no file and no address is ever read for a mail.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  const host = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, to, subject, text }) {
      // As an object, so that no address is read as a list of addresses.
      await transport.sendMail({ to: { name: '', address: to }, subject, text, messageId: messageId(id, host) })
    },
    close: () => transport.close(),
  }
}

function messageId(id: MailId, host: string): string {
  return `<${formatId('mai', id)}@${host}>`
}
