import { createChallenge, encodeAltcha } from '../../server/src/storefront/limits/challenge.ts'
import { createSealer, parseSealingKeys } from '../../server/src/seal.ts'
import { parseId, type StoreId } from '../../server/src/ids.ts'
import { requestHost } from '../../server/test/origins/request-host.ts'
import { query } from '../kit/query.ts'
import { SECRET_KEYS } from '../kit/start-server.ts'
import { createTestStorefront } from '../kit/test-storefront.ts'
import { waitUntil } from '../kit/wait-until.ts'
import type { Attack, Target } from './attack.ts'

const API = '/api/storefront/1.0'
const DOMAIN = 'stores.example'
const SETTINGS = { PUBLIC_URL: 'https://manage.localhost', STOREFRONT_DOMAIN: DOMAIN, SINGLE_OWNER: 'on' }
const MANY = 60
/** What one network can start without a challenge. */
const MAX_STARTED = 10
const STOCK = 100

/** Attacks by visitors of a store who do not want to pay. */
export const ATTACKS: Attack[] = [
  {
    name: 'try many cards with new names from many addresses, at two processes',
    async run(target) {
      const { start } = await openShop(target, { processes: 2 })
      let started = 0
      for (let i = 0; i < MANY; i++)
        if ((await start({ process: i % 2, from: `2001:db8:9:1::${i.toString(16)}` })).status === 200) started++
      return started > MAX_STARTED ? `${started} payments of one IPv6 /64 were started without a challenge` : undefined
    },
  },
  {
    name: 'use one challenge for many cards, at two processes',
    async run(target) {
      const { start, waitedChallenge } = await openShop(target, { processes: 2 })
      const from = '2001:db8:9:2::1'
      for (let i = 0; i < MAX_STARTED; i++) await start({ process: 0, from })
      const altcha = await waitedChallenge()
      const attempts = Array.from({ length: 6 }, (_, i) => start({ process: i % 2, from, altcha }))
      const started = (await Promise.all(attempts)).filter(({ status }) => status === 200).length
      if (started === 0) throw new Error('the challenge was not accepted once')
      return started > 1 ? `the same challenge was accepted ${started} times` : undefined
    },
  },
  {
    name: 'hold the whole stock with checkouts that are never paid',
    async run(target) {
      const { start } = await openShop(target, { processes: 1 })
      let held = 0
      for (let i = 0; i < MAX_STARTED; i++)
        if ((await start({ process: 0, from: `2001:db8:9:${3 + i}::1`, quantity: 10 })).status === 200) held += 10
      return held > STOCK / 2 ? `one IPv6 /48 holds ${held} of ${STOCK} pieces` : undefined
    },
  },
  {
    name: 'search a store without a limit',
    async run(target) {
      const { urls, host } = await openShop(target, { processes: 1 })
      for (const path of ['/search?q=a', `${API}/search?q=a`]) {
        const statuses = []
        for (let i = 0; i < MANY; i++) {
          const headers = { 'x-forwarded-for': `2001:db8:a:1::${i.toString(16)}` }
          statuses.push((await requestHost(urls[0] ?? '', host, { path, headers })).status)
        }
        if (!statuses.includes(429)) return `${MANY} requests for ${path} were answered with ${statuses.at(-1)}`
      }
      return undefined
    },
  },
]

type Start = { process: number; from: string; quantity?: number; altcha?: string }

/** A store with limited stock, and processes that serve it. Every payment is started for a new player. */
async function openShop(target: Target, { processes }: { processes: number }) {
  const urls: string[] = []
  for (let i = 0; i < processes; i++) urls.push((await target.startServer(SETTINGS)).url)
  const owner = await target.createOwner({ url: urls[0] ?? '' })
  const marker = `shop${target.random.integer(0, 2 ** 31)}`
  const { storeId, host, products } = await createTestStorefront(owner, { marker, domain: DOMAIN, stocks: [STOCK] })
  const id = parseId<StoreId>('sto', storeId) as StoreId
  // Other servers of this run have other keys and would not start.
  target.defer(() => query(target.databaseUrl, 'delete from provider_connections where store_id = $1', [id]))
  const isKnown = async (url: string) => (await requestHost(url, host, { path: '/' })).status === 200
  for (const url of urls)
    if (!(await waitUntil(() => isKnown(url), { timeoutMs: 30_000 }))) throw new Error('the store has no pages')
  let players = 0

  async function start({ process, from, quantity = 1, altcha }: Start) {
    const call = async (method: string, path: string, body?: object, token = '') => {
      const headers = {
        ...(body && { 'content-type': 'application/json' }),
        authorization: `Bearer ${token}`,
        'x-forwarded-for': from,
      }
      const request = { method, path: API + path, headers, ...(body && { body: JSON.stringify(body) }) }
      const { status, text } = await requestHost(urls[process] ?? '', host, request)
      return { status, value: JSON.parse(text) as { token: string; total: { minor: number } } }
    }
    const { token } = (await call('POST', '/baskets')).value
    await call('POST', '/basket/lines', { productId: products[0]?.id, quantity }, token)
    const named = await call('PUT', '/basket/player', { player: `thief${++players}` }, token)
    if (named.status !== 200) throw new Error(`the basket was answered with ${named.status}`)
    const totalMinor = named.value.total.minor
    const order = { provider: 'sandbox', totalMinor, consent: true, ...(altcha !== undefined && { altcha }) }
    return call('POST', '/basket/checkout', order, token)
  }

  /** A genuine challenge that is old enough to be accepted without a solution. */
  async function waitedChallenge(): Promise<string> {
    const now = new Date(Date.now() - 60_000)
    return encodeAltcha(await createChallenge(createSealer(parseSealingKeys(SECRET_KEYS) ?? []), { storeId: id, now }))
  }
  return { urls, host, start, waitedChallenge }
}
