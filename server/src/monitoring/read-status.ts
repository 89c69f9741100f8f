import { sql } from 'kysely'
import type { ReaderDb } from '../db/database.ts'
import { readWaitingMails } from './read-waiting.ts'
import { readWorkLags } from './read-work-lags.ts'

/** The parts of the product that owners know, and for how many seconds their work has been late. 0: on time. */
export type Status = {
  /** A standby answers queries, but nothing can be sold or delivered with it. */
  isWritable: boolean
  deliveries: number
  payments: number
  webhooks: number
  /** Undefined if no mail server is set. */
  mails: number | undefined
}

const LATE_SECONDS = 120
/** As in the alert about e-mails: a mail server can ask for some patience. */
const MAIL_LATE_SECONDS = 900

/** The state of all stores together, for a public page: no name, no id and no number of a store. */
export async function readStatus(reader: ReaderDb, { sendsMails }: { sendsMails: boolean }): Promise<Status> {
  const { rows } = await sql<{ isStandby: boolean }>`select pg_is_in_recovery() as "isStandby"`.execute(reader)
  const lags = await readWorkLags(reader)
  const mails = sendsMails ? await readWaitingMails(reader) : undefined
  return {
    isWritable: rows[0]?.isStandby === false,
    deliveries: lateBy(Math.max(lags.delivery_retries, lags.expiries)),
    payments: lateBy(Math.max(lags.payment_queries, lags.refunds)),
    webhooks: lateBy(lags.webhooks),
    mails: mails && lateBy(mails.oldestSeconds, MAIL_LATE_SECONDS),
  }
}

function lateBy(seconds: number, allowed = LATE_SECONDS): number {
  return seconds > allowed ? seconds : 0
}
