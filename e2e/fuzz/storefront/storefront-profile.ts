import { createRandom } from '../../kit/random.ts'
import type { Result } from '../../kit/run-harness.ts'
import { startProduct } from '../../kit/start-product.ts'
import { createOwner } from '../../kit/test-store.ts'
import { createTestStorefront } from '../../kit/test-storefront.ts'
import { verify } from '../../kit/verify.ts'
import { checkLog } from '../check-log.ts'
import type { Profile, Run } from '../profile.ts'
import { createKnownIds } from '../requests/known-ids.ts'
import { createRequestTraffic } from '../requests/make-requests.ts'
import { type Operation, readOperations } from '../requests/openapi.ts'
import { runRequests, shareOf } from '../run-requests.ts'
import { createBuyerTokens } from './buyer-tokens.ts'
import { judgeStorefront } from './judge-storefront.ts'
import { makePageRequest, PAGES } from './make-page-request.ts'

const SHORT = 2_000
const DOMAIN = 'stores.localhost'
const FOREIGN = 'heron'
/** If fewer requests succeed or lead on, the run has tested too little. */
const MIN_SUCCESS_SHARE = 0.3

export const storefrontProfile: Profile = { usual: 300_000, short: SHORT, run }

/** Every page, form and operation of the storefront of one store, while another store has the same things with other texts. */
async function run({ requests, seed, defer }: Run): Promise<Result> {
  const settings = { PUBLIC_URL: 'https://store.localhost', STOREFRONT_DOMAIN: DOMAIN, SINGLE_OWNER: 'on' }
  const { server, databaseUrl, logFile } = await startProduct(defer, { settings })
  const owner = await createOwner({ url: server.url, databaseUrl })
  const store = await createTestStorefront(owner, { marker: 'falcon', domain: DOMAIN })
  const { storeId } = store
  await owner.manage.updateStorefront({ storeId, identityProviders: ['steam', 'code', 'name'] }, { ifMatch: '*' })
  const foreign = await createTestStorefront(owner, { marker: FOREIGN, domain: DOMAIN })
  const random = createRandom(seed)
  const tokens = createBuyerTokens()
  const operations = readOperations('storefront-1.0')
  const ids = createKnownIds({
    prd: [...store.products, ...store.products, ...foreign.products].map(({ id }) => id),
    srv: [store.servers[0]?.id ?? ''],
    var: [],
  })
  const api = createRequestTraffic({
    operations,
    validShare: 0.5,
    irregularShare: 0.02,
    makeCaller: ({ path }, { random: choose, odd }) => ({
      ids,
      host: store.host,
      secret: 'x',
      headers: odd(0.06) ? [] : [['Authorization', `Bearer ${tokenFor(path, choose)}`]],
    }),
  })

  function tokenFor(path: Operation['path'], choose: typeof random): string {
    return path.includes('/order') ? tokens.order(choose) : tokens.basket(choose)
  }

  const { faults, kinds, ...tally } = await runRequests(
    {
      messagesPerConnection: 25,
      make: async (batch) => {
        const choose = createRandom(batch.seed)
        const calls = await api.make(batch)
        return calls.map((call) =>
          choose.chance(0.5) ? call : makePageRequest({ random: choose.fork(), store, tokens }),
        )
      },
      judge: (message, exchange) =>
        judgeStorefront(message, exchange, {
          host: store.host,
          foreignMarker: FOREIGN,
          learn: (text) => tokens.learn(text, random),
        }),
    },
    { requests, seed, server },
  )
  const checked = await verify(databaseUrl)
  await server.stop()
  faults.push(...(await checkLog(logFile, tokens.all())).faults)
  faults.push(...checked.examples.map((example) => `verify reports: ${example}`))
  const successes = shareOf(tally, 200, 201, 303, 304)
  if (successes < MIN_SUCCESS_SHARE) faults.push(`only ${successes} of the requests succeeded`)
  const names = [...operations.map(({ id }) => id), ...Object.keys(PAGES)]
  const uncalled = names.filter((name) => (kinds[name] ?? 0) === 0)
  if (uncalled.length > 0) faults.push(`routes without a request: ${uncalled.join(', ')}`)
  const orders = tokens.all().filter((token) => token.startsWith('qmo_')).length
  if (orders === 0) faults.push('no order was opened')
  return {
    figures: { requests, routes: names.length, ...tally, successes, orders, verified: checked.ok },
    failures: faults,
  }
}
