import { cleanIdempotencyKeys } from '../access/clean-idempotency-keys.ts'
import type { AccountsDb, Db, GatewayDb, ReaderDb } from '../db/database.ts'
import { makeLedgerPartitions } from '../delivery/ledger/make-ledger-partitions.ts'
import { resumeAbandonedMoves } from '../portable/move/move-row.ts'
import { requeueRetries } from '../delivery/queue/requeue-retries.ts'
import { expireDue } from '../entitlements/expire-due.ts'
import { reconcileDuePayments } from '../payments/reconcile-due-payments.ts'
import type { PaymentContext } from '../payments/receive-callback.ts'
import type { Addresses } from '../stores/hosts/store-origin.ts'
import { retryRefunds } from '../payments/retry-refunds.ts'
import { sendSandboxCallbacks } from '../payments/sandbox/run-sandbox-action.ts'
import { playSandboxSubscriptions } from '../payments/sandbox/sandbox-subscriptions.ts'
import { runDueSubscriptions } from '../payments/subscriptions/run-due-subscriptions.ts'
import { cleanDrafts } from '../stores/storefront/storefront-draft.ts'
import { cleanBaskets } from '../storefront/baskets/clean-baskets.ts'
import { cleanIdentity } from '../storefront/identity/clean-identity.ts'
import { forgetBuyers } from '../storefront/orders/forget-buyers.ts'
import { cleanHolds } from '../storefront/limits/hold-stock.ts'
import { cleanLimits } from '../storefront/limits/take-limits.ts'
import { forgetCodes } from '../promotions/gift-cards/sold-codes.ts'
import { queueReceipts, USUAL_HOURS } from '../storefront/orders/queue-receipts.ts'
import { queueReturnMails } from '../storefront/orders/queue-return-mails.ts'
import { runRedeliveries } from '../redelivery/run-redeliveries.ts'
import type { Sealer } from '../seal.ts'
import { type Log, messageOf, repeat } from './repeat.ts'

const SECOND_MS = 1_000
/** No one waits for receipts, renewals, or refunds that did not succeed at once. */
const UNHURRIED_MS = 5_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export type WorkerParts = {
  app: Db
  gateway: GatewayDb
  reader: ReaderDb
  accounts: AccountsDb
  payments: PaymentContext & Addresses & { sealer: Sealer }
  log: Log
  onExpired: (count: number) => void
}

/**
 * Background work: expiries, delivery retries, payment reconciliation, unfinished refunds, sandbox payments, redeliveries and
 * ledger partitions. Due work is found by polling, not by messages that a crash could lose. Any number of processes can
 * poll at once, and each piece of work is done by one of them.
 */
export function startWorkers({ app, gateway, reader, accounts, payments, log, onExpired }: WorkerParts): {
  stop: () => Promise<void>
} {
  const stopping = new AbortController()

  const every = (name: string, everyMs: number, work: () => Promise<void>) =>
    repeat({ name, everyMs, retryMs: SECOND_MS, signal: stopping.signal, log }, work)

  const receiptParts = {
    app,
    reader,
    accounts,
    sealer: payments.sealer,
    addresses: payments,
    onFailure: (error: unknown) => log('warn', `a receipt could not be written: ${messageOf(error)}`),
  }
  const running = Promise.all([
    every('expiries', SECOND_MS, async () => {
      let failed: Error | undefined
      const count = await expireDue(app, reader, { signal: stopping.signal, onFailed: (error) => (failed = error) })
      if (count > 0) onExpired(count)
      if (failed) throw failed
    }),
    every('delivery retries', SECOND_MS, async () => {
      await requeueRetries(gateway)
    }),
    every('abandoned moves', UNHURRIED_MS, async () => {
      const resumed = await resumeAbandonedMoves(gateway)
      if (resumed > 0) log('warn', `${resumed} stores serve again: the command that moved them has ended early`)
    }),
    every('payment reconciliation', 2 * SECOND_MS, async () => {
      await reconcileDuePayments(payments, reader, (error) =>
        log('warn', `payment reconciliation failed: ${messageOf(error)}`),
      )
    }),
    every('refunds', UNHURRIED_MS, async () => {
      await retryRefunds(payments, reader, (error) =>
        log('warn', `a refund failed and is retried: ${messageOf(error)}`),
      )
    }),
    every('subscriptions', UNHURRIED_MS, async () => {
      const onFailure = (error: unknown) => log('warn', `a subscription could not be checked: ${messageOf(error)}`)
      await playSandboxSubscriptions(app, reader)
      await runDueSubscriptions(payments, reader, onFailure)
    }),
    every('sandbox', 2 * SECOND_MS, async () => {
      await sendSandboxCallbacks(payments, reader)
    }),
    every('receipts', UNHURRIED_MS, async () => {
      await queueReturnMails(app, reader, payments.sealer)
      await queueReceipts({ ...receiptParts, hours: USUAL_HOURS })
    }),
    every('late receipts', 5 * MINUTE_MS, async () => {
      await queueReceipts(receiptParts)
    }),
    every('redeliveries', 2 * SECOND_MS, () => runRedeliveries(app, reader, { signal: stopping.signal })),
    every('old idempotency keys', HOUR_MS, () => cleanIdempotencyKeys(accounts, reader)),
    every('old baskets', HOUR_MS, async () => {
      await cleanBaskets(app, reader)
      await cleanLimits(app)
      await cleanHolds(app, reader)
      await cleanDrafts(app, reader)
    }),
    every('old sign-ins of players', HOUR_MS, () => cleanIdentity(app, reader)),
    every('old addresses of buyers', HOUR_MS, async () => {
      await forgetBuyers(app, reader)
      await forgetCodes(app, reader)
    }),
    every('ledger partitions', HOUR_MS, async () => {
      const made = await makeLedgerPartitions(app)
      if (made.length > 0) log('info', `created ${made.join(', ')}`)
    }),
  ])
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
