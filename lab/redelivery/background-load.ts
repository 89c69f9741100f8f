import { setTimeout as sleep } from 'node:timers/promises'
import { createDeliveryClient, type ManageClient } from '@quartermaster/sdk'
import pg from 'pg'
import type { Random } from '../../e2e/kit/random.ts'
import type { SeededStores } from './seed-stores.ts'

/** Refunds need the password of the last ten minutes. */
const PROOF_MS = 5 * 60_000

type Settings = {
  manage: ManageClient
  password: string
  connection: { url: string; fetch: typeof fetch; retries: number }
  databaseUrl: string
  stores: SeededStores
  random: Random
  entitlements: number
}

/** How many entitlements are locked at a time, and for how long. It is enough to block many batches. */
const LOCKED = { entitlements: 20, ms: 30 }
const REPORTED_SHARE = 0.1
/** One purchase of the busy store is refunded for this many entitlements. */
const REFUND_EVERY = 200

/**
 * While the redeliveries run: game servers poll and report, a transaction locks entitlements of the quiet store and
 * rolls back, and purchases of the busy store are refunded.
 */
export async function startBackgroundLoad(settings: Settings) {
  const { manage, password, connection, databaseUrl, stores, random, entitlements } = settings
  const state = { isStopped: false, reports: 0, refunds: 0 }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const checkouts = await client.query<{ id: string }>(
    `select type_id('chk', id) as id from checkouts
     where type_id('sto', store_id) = $1 and state = 'paid' order by md5(id::text) limit $2`,
    [stores.busy.storeId, Math.ceil(entitlements / REFUND_EVERY)],
  )
  const keys: string[] = []
  for (const { storeId, serverIds } of [stores.quiet, stores.busy]) {
    for (const serverId of serverIds) keys.push((await manage.createServerKey({ storeId, serverId })).key)
  }

  async function play(key: string, ownRandom: Random): Promise<void> {
    const game = createDeliveryClient({ ...connection, key })
    while (!state.isStopped) {
      const { commands } = await game.poll({ most: 200 })
      // The others are dispatched again, as after a crash of the game server.
      const done = commands.filter(() => ownRandom.chance(REPORTED_SHARE))
      await game.report(done.map(({ id, attempt }) => ({ id, attempt, outcome: 'done' })))
      state.reports += done.length
      await sleep(ownRandom.between(50, 250))
    }
  }
  async function refund(ownRandom: Random): Promise<void> {
    const { storeId } = stores.busy
    let provedAt = Date.now()
    for (const { id: checkoutId } of ownRandom.shuffle(checkouts.rows)) {
      if (state.isStopped) return
      if (Date.now() > provedAt + PROOF_MS) {
        await manage.reauthenticate({ password })
        provedAt = Date.now()
      }
      await manage.refundCheckout({ storeId, checkoutId, moneyAlreadyReturned: true })
      state.refunds++
      await sleep(ownRandom.between(0, 20))
    }
  }
  async function lockEntitlements(ownRandom: Random): Promise<void> {
    while (!state.isStopped) {
      const numbers = Array.from({ length: LOCKED.entitlements }, () => ownRandom.integer(1, entitlements))
      await client.query('begin')
      // In the order of the ids, as the product locks them, so that there is no deadlock.
      await client.query(
        `select from entitlements
         where store_id = trial.id('sto', 1) and id = any(array(select trial.id('ent', n) from unnest($1::bigint[]) n))
         order by id for update`,
        [numbers],
      )
      await sleep(LOCKED.ms)
      await client.query('rollback')
    }
  }

  const work = Promise.all([
    ...keys.map((key) => play(key, random.fork())),
    refund(random.fork()),
    lockEntitlements(random.fork()),
  ])
  work.catch(() => undefined)
  return {
    async stop(): Promise<{ reports: number; refunds: number }> {
      state.isStopped = true
      try {
        await work
      } finally {
        await client.end()
      }
      return { reports: state.reports, refunds: state.refunds }
    },
  }
}
