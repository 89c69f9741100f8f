import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { refund } from '../../server/src/checkouts/reverse/refund.ts'
import type { Database } from '../../server/src/db/database.ts'
import { createDeliveryQueue } from '../../server/src/delivery/queue/delivery-queue.ts'
import { moveToLedger } from '../../server/src/delivery/ledger/move-to-ledger.ts'
import type { CheckoutId } from '../../server/src/ids.ts'
import type { Random } from '../kit/random.ts'
import type { Shop, World } from './world.ts'

export type Unrest = { stop(): Promise<{ reports: number; refunds: number }> }

type Settings = {
  database: Database
  databaseUrl: string
  world: World
  random: Random
  entitlements: number
  refunds: number
}

/** Held at a time, and for how long: enough to stand in the way of many a batch. */
const IN_HAND = { entitlements: 20, ms: 30 }

/**
 * Meanwhile: game servers ask and report, somebody has things in hand in the quiet store and lets them go unchanged, and in
 * the restless one purchases are refunded, whatever their turn is.
 */
export async function startUnrest({
  database,
  databaseUrl,
  world,
  random,
  entitlements,
  refunds,
}: Settings): Promise<Unrest> {
  const state = { stopped: false, reports: 0, refunds: 0 }
  const queue = await paidCheckouts(databaseUrl, world.restless, refunds)
  const shops = [world.quiet, world.restless]
  const games = shops.flatMap((shop) => shop.servers.map((serverId) => ({ storeId: shop.storeId, serverId })))

  const deliveries = createDeliveryQueue(database.gateway)
  async function play(server: (typeof games)[number], luck: Random): Promise<void> {
    while (!state.stopped) {
      const { deliveries: queued } = await deliveries.dispatch({ ...server, profile: 'standard' })
      // Some are away, some crash before they report: the rest comes again.
      const done = queued.filter(() => luck.chance(0.1))
      if (done.length > 0)
        await moveToLedger(
          database.gateway,
          done.map(({ id }) => ({ ...server, deliveryId: id })),
          { locked: 'skip' },
        )
      state.reports += done.length
      await sleep(luck.between(50, 250))
    }
  }
  async function giveBack(luck: Random): Promise<void> {
    for (const checkoutId of luck.shuffle(queue)) {
      if (state.stopped) return
      await refund(database.app, { storeId: world.restless.storeId, checkoutId })
      state.refunds++
      await sleep(luck.between(0, 20))
    }
  }
  async function hold(luck: Random): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    while (!state.stopped) {
      const numbers = Array.from({ length: IN_HAND.entitlements }, () => luck.integer(1, entitlements))
      await client.query('begin')
      await client.query(
        `select from entitlements where store_id = $1 and id = any(array(select trial.id('ent', n) from unnest($2::bigint[]) n)) for update`,
        [world.quiet.storeId, numbers],
      )
      await sleep(IN_HAND.ms)
      await client.query('rollback')
    }
    await client.end()
  }

  const work = Promise.all([
    ...games.map((game) => play(game, random.fork())),
    giveBack(random.fork()),
    hold(random.fork()),
  ])
  work.catch(() => undefined)
  return {
    async stop() {
      state.stopped = true
      await work
      return { reports: state.reports, refunds: state.refunds }
    },
  }
}

async function paidCheckouts(url: string, { storeId }: Shop, most: number): Promise<CheckoutId[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: CheckoutId }>(
      "select id from checkouts where store_id = $1 and state = 'paid' order by md5(id::text) limit $2",
      [storeId, most],
    )
    return rows.map(({ id }) => id)
  } finally {
    await client.end()
  }
}
