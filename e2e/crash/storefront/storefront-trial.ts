import { randomBytes } from 'node:crypto'
import { query } from '../../kit/query.ts'
import { createTestStorefront, type TestStorefront } from '../../kit/test-storefront.ts'
import type { Owner } from '../../kit/test-store.ts'
import { GIVEN, GIVEN_ONCE, VERBS } from '../check-counts.ts'
import type { Games } from '../run-games.ts'
import { runServerTrial } from '../server-trial.ts'
import type { Finding, Outcome, Trial } from '../trial.ts'
import { buy, type Purchase } from './buy.ts'
import { createStorefrontClient } from './storefront-client.ts'

const DOMAIN = 'stores.localhost'
const PRICE_MINOR = 1_990
const BUYERS_PER_PIECE = 10
/** Buyers at the same time, besides those who want the scarce product. */
const STEADY_BUYERS = 8
const SOLD_EXACTLY = 'the stock is sold, and not one piece more'

type Store = TestStorefront & { scarceId: string; plentyId: string }

/** Purchases through the storefront: many buyers want the same scarce product at once, others buy steadily. */
export function runStorefrontTrial(trial: Trial): Promise<Outcome> {
  const buyers = trial.size.checkouts ?? 0
  const stock = Math.floor(buyers / BUYERS_PER_PIECE)
  return runServerTrial(trial, {
    programs: [undefined, undefined],
    // The address of a server is neither host, so the games reach it, too.
    env: { PUBLIC_URL: 'http://store.localhost', STOREFRONT_DOMAIN: DOMAIN, SINGLE_OWNER: 'on' },
    preload: true,
    createStores: async (owner) => [await createStore(owner, stock)],
    start({ databaseUrl, pool, stores, games }) {
      const [store] = stores as [Store]
      const purchases: Purchase[] = []
      const repeated: string[] = []
      const state = { isStopping: false }
      let count = 0
      const buyOne = async (productId: string) => {
        const no = ++count
        const client = createStorefrontClient({ pool, host: store.host, no }, repeated)
        purchases.push(await buy(client, { player: `p${no}`, productId, total: PRICE_MINOR }))
      }
      const race = Promise.all(Array.from({ length: buyers }, () => buyOne(store.scarceId)))
      const steady = Array.from({ length: STEADY_BUYERS }, async () => {
        while (!state.isStopping) await buyOne(store.plentyId)
      })
      return {
        graceMs: 300,
        async stop() {
          state.isStopping = true
          await Promise.all([race, ...steady])
        },
        audit: () => audit({ databaseUrl, store, stock, purchases, games }),
        figures: () => ({
          buyers,
          stock,
          sold: purchases.filter(({ productId, outcome }) => productId === store.scarceId && outcome === 'paid').length,
          purchases: purchases.filter(({ outcome }) => outcome === 'paid').length,
        }),
        repeated,
      }
    },
  })
}

async function createStore(owner: Owner, stock: number): Promise<Store> {
  const marker = `falcon${randomBytes(3).toString('hex')}`
  const commands = { approve: [`${VERBS.APPROVE} {userId} item`] }
  const store = await createTestStorefront(owner, { marker, domain: DOMAIN, stocks: [stock, null], commands })
  const [scarce, plenty] = store.products
  if (!scarce || !plenty) throw new Error('The store has no products')
  return { ...store, scarceId: scarce.id, plentyId: plenty.id }
}

type Audit = { databaseUrl: string; store: Store; stock: number; purchases: Purchase[]; games: Games }

async function audit({ databaseUrl, store, stock, purchases, games }: Audit): Promise<Finding[]> {
  const findings: Finding[] = []
  const runs = new Map<string, number>()
  for (const server of store.servers)
    for (const { player } of games.runsOf(server)) runs.set(player, (runs.get(player) ?? 0) + 1)
  const checkouts = await readCheckouts(databaseUrl)
  for (const { player, outcome, detail } of purchases) {
    const [ran, opened] = [runs.get(player) ?? 0, checkouts.get(player) ?? 0]
    const bought = outcome === 'paid' ? 1 : 0
    const story = `${player}: ${outcome} ${detail}; ${opened} checkouts, ran ${ran} times`
    if (outcome === 'refused')
      findings.push({ kind: 'wrong', check: 'only a sold-out product is refused', detail: story })
    if (ran < bought) findings.push({ kind: 'lost', check: GIVEN, detail: story })
    if (ran > bought) findings.push({ kind: 'doubled', check: GIVEN_ONCE, detail: story })
    if (opened > bought) findings.push({ kind: 'doubled', check: 'a buyer opens one checkout', detail: story })
  }
  const sold = purchases.filter(({ productId, outcome }) => productId === store.scarceId && outcome === 'paid').length
  if (sold !== stock)
    findings.push({ kind: sold > stock ? 'doubled' : 'lost', check: SOLD_EXACTLY, detail: `${sold} of ${stock}` })
  return findings
}

/** The number of checkouts of each player that were not abandoned. */
async function readCheckouts(databaseUrl: string): Promise<Map<string, number>> {
  const rows = await query<{ player: string; count: number }>(
    databaseUrl,
    `select game_user_id as player, count(*)::integer as count from checkouts where state <> 'abandoned' group by 1`,
  )
  return new Map(rows.map(({ player, count }) => [player, count]))
}
