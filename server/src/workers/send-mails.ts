import { cleanAlerts, sendAlerts } from '../access/alerts/send-alerts.ts'
import { cleanAccounts } from '../accounts/clean-accounts.ts'
import { applyDueEmailChanges } from '../accounts/recovery/change-email.ts'
import { openSmtp } from '../accounts/mail/smtp.ts'
import { sendDueMails } from '../accounts/mail/send-due-mails.ts'
import { notifyOfFailures } from '../accounts/sign-in/failed-sign-ins.ts'
import type { AccountsDb } from '../db/database.ts'
import type { Sealer } from '../seal.ts'
import { type Log, messageOf, repeat } from './repeat.ts'

const POLL_MS = 500
const ALERTS_MS = 5_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

export type MailParts = {
  accounts: AccountsDb
  sealer: Sealer
  publicUrl: string
  smtp: { url: string; from: string } | undefined
  log: Log
  pollMs?: number
}

/**
 * Sends queued e-mails, alerts owners of stores, notifies accounts of failed sign-ins, applies changes of addresses that are
 * due, and deletes old account data. Any number of processes can do this at once.
 */
export function sendMails({ accounts, sealer, publicUrl, smtp, log, pollMs = POLL_MS }: MailParts): {
  stop: () => Promise<void>
} {
  const stopping = new AbortController()
  const every = (name: string, everyMs: number | (() => number), work: () => Promise<unknown>) =>
    repeat({ name, everyMs, retryMs: POLL_MS, signal: stopping.signal, log }, work)
  if (!smtp) log('warn', 'e-mails are not sent, because SMTP_URL and MAIL_FROM are not set')
  const running = Promise.all([
    every('old accounts', HOUR_MS, () => cleanAccounts(accounts)),
    every('changes of addresses', MINUTE_MS, () => applyDueEmailChanges({ db: accounts, sealer, publicUrl })),
    every('alerts', ALERTS_MS, () => sendAlerts({ db: accounts, sealer, publicUrl })),
    every('old alerts', HOUR_MS, () => cleanAlerts(accounts)),
    every('failed sign-ins', MINUTE_MS, () => notifyOfFailures({ db: accounts, sealer, publicUrl })),
    smtp && send(smtp),
  ])

  async function send(server: { url: string; from: string }): Promise<void> {
    const { send: sendOne, close } = await openSmtp(server)
    let pause = pollMs
    await every(
      'mails',
      () => pause,
      async () => {
        let failed: unknown
        const taken = await sendDueMails(accounts, { sealer, send: sendOne, onFailed: (error) => (failed = error) })
        pause = taken > 0 ? 0 : pollMs
        if (failed !== undefined)
          throw new Error(`an e-mail could not be sent and is retried: ${messageOf(failed)}`, { cause: failed })
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
