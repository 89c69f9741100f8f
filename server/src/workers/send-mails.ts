import { cleanAccounts } from '../accounts/clean-accounts.ts'
import { openSmtp } from '../accounts/mail/smtp.ts'
import { sendDueMails } from '../accounts/mail/send-due-mails.ts'
import type { AccountsDb } from '../db/database.ts'
import type { Sealer } from '../seal.ts'
import { type Log, messageOf, repeat } from './repeat.ts'

const LOOK_MS = 500
const HOUR_MS = 3_600_000

export type MailParts = {
  accounts: AccountsDb
  sealer: Sealer
  smtp: { url: string; from: string } | undefined
  log: Log
  lookMs?: number
}

/** Sends the mails that transactions left, and forgets what is old of the accounts. Any number of processes may do so at once. */
export function sendMails({ accounts, sealer, smtp, log, lookMs = LOOK_MS }: MailParts): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const every = (name: string, everyMs: number | (() => number), work: () => Promise<unknown>) =>
    repeat({ name, everyMs, againMs: LOOK_MS, signal: stopping.signal, log }, work)
  if (!smtp) log('warn', 'mails stay in the database: SMTP_URL and MAIL_FROM are not set')
  const running = Promise.all([every('old accounts', HOUR_MS, () => cleanAccounts(accounts)), smtp && send(smtp)])

  async function send(server: { url: string; from: string }): Promise<void> {
    const { send: sendOne, close } = await openSmtp(server)
    let pause = lookMs
    await every(
      'mails',
      () => pause,
      async () => {
        let failed: unknown
        const taken = await sendDueMails(accounts, { sealer, send: sendOne, onFailed: (error) => (failed = error) })
        pause = taken > 0 ? 0 : lookMs
        if (failed !== undefined) throw new Error(`a mail has to wait: ${messageOf(failed)}`, { cause: failed })
      },
    )
    close()
  }

  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
