import { PROVIDERS, type ProviderName } from '../../../server/src/payments/provider.ts'
import { query } from '../../kit/query.ts'
import type { Result } from '../../kit/run-harness.ts'
import type { Profile, Run } from '../profile.ts'
import { checkLog } from '../check-log.ts'
import { runRequests } from '../run-requests.ts'
import { sumCounts } from '../sum-counts.ts'
import { ALTERATIONS } from './alter-callback.ts'
import { type CallbackSetup, createCallbackSetup } from './callback-setup.ts'
import { judgeCallback, NO_CALLBACKS } from './judge-callback.ts'
import { type CallbackMessage, createCallbackMaker } from './make-callbacks.ts'

/** The limit that the product sets itself. */
const MAX_FETCHES_PER_MINUTE = 60
const SHORT = 20_000

type Adapters = Record<ProviderName, typeof NO_CALLBACKS>

export const callbacksProfile: Profile = { usual: 1_000_000, short: SHORT, run }

async function run({ requests, seed, defer }: Run): Promise<Result> {
  const setup = await createCallbackSetup(defer)
  const { server, logFile, fakes, impostor } = setup
  const maker = await createCallbackMaker(setup)
  const startedAt = Date.now()

  const adapters = Object.fromEntries(PROVIDERS.map((name) => [name, { ...NO_CALLBACKS }])) as Adapters
  const sent = new Set<string>()
  const accepted: string[] = []
  const kept: Promise<void>[] = []
  const onAccepted = (message: CallbackMessage) => {
    if (message.payment) accepted.push(message.payment.checkoutId)
    kept.push(maker.keepAccepted(message))
  }
  const { faults, ...tally } = await runRequests(
    {
      make: maker.make,
      judge(message, exchange) {
        sent.add(`${message.kind}: ${message.alteration}`)
        return judgeCallback(message, exchange, { counts: adapters[message.account.provider], onAccepted })
      },
      messagesPerConnection: 500,
    },
    { requests, seed, server },
  )
  await Promise.all(kept)
  const effects = await findEffects(setup, accepted)
  faults.push(...effects.faults, ...findFetchFaults(setup, Date.now() - startedAt))
  await server.stop()
  const log = await checkLog(logFile, setup.secrets)
  faults.push(...log.faults)
  // If all callbacks of one kind count as equivalent, nothing was tested.
  const unsent = ALTERATIONS.filter((alteration) => !sent.has(alteration))
  if (unsent.length > 0 && requests >= SHORT) faults.push(`alterations that were never sent: ${unsent.join('; ')}`)
  const counts = sumCounts(adapters)
  const { kinds: families, ...figures } = tally
  return {
    figures: {
      ...figures,
      ...counts,
      accepted: Math.max(counts.accepted, effects.extra),
      adapters,
      families,
      certificateFetches: fakes.paypal.certificateFetches.length,
      impostorCalls: impostor.calls(),
      logLines: log.lines,
    },
    failures: faults,
  }
}

/**
 * Compares the database with the genuine callbacks that were accepted, by the ids of their checkouts. `extra` is the
 * number of effects without a genuine callback.
 */
async function findEffects(
  { databaseUrl }: CallbackSetup,
  accepted: string[],
): Promise<{ extra: number; faults: string[] }> {
  const [counts] = await query<Record<string, number>>(
    databaseUrl,
    `select
      (select count(*)::int from checkouts where state <> 'open') as changed,
      (select count(*)::int from checkouts where state <> 'open' and not (state = 'paid' and id = any($1::uuid[]))) as unexpected,
      (select count(*)::int from payments
        where payment_ref is not null or refunded_minor > 0 or dispute <> 'none' or closed) as known,
      (select count(*)::int from payment_callbacks) as callbacks,
      (select count(*)::int from parked_payments) as parked,
      (select count(*)::int from pending_deliveries) + (select count(*)::int from delivery_ledger) as deliveries`,
    [accepted],
  )
  if (!counts) throw new Error('The database returned no counts')
  const { parked = 0, unexpected = 0, ...others } = counts
  const faults = Object.entries(others)
    .filter(([, count]) => count !== accepted.length)
    .map(([name, count]) => `the database has ${count} ${name} after ${accepted.length} genuine callbacks`)
  if (parked > 0) faults.push(`the database has ${parked} parked payments`)
  if (unexpected > 0) faults.push(`${unexpected} checkouts changed without a genuine callback`)
  const excess = Object.values(others).map((count) => count - accepted.length)
  return { extra: Math.max(parked, unexpected, 0, ...excess), faults }
}

function findFetchFaults({ fakes, impostor }: CallbackSetup, milliseconds: number): string[] {
  const faults: string[] = []
  const { length: fetches } = fakes.paypal.certificateFetches
  const max = MAX_FETCHES_PER_MINUTE * (Math.ceil(milliseconds / 60_000) + 1)
  if (fetches > max) faults.push(`the server fetched ${fetches} certificates from PayPal; at most ${max} are allowed`)
  const calls = impostor.calls()
  if (calls > 0) faults.push(`the server called the impostor ${calls} times`)
  return faults
}
