import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Environment } from '../../e2e/kit/start-environment.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { buildHistory, planHistory } from '../database/build-history.ts'
import { fillDatabase } from '../database/fill-database.ts'
import { type LoadedServer, runWrk, type WrkResult } from '../hot-paths/run-wrk.ts'

const DOMAIN = 'stores.example'
export const HOST = `shop1.${DOMAIN}`
/** What Chromium sends. */
const ENCODINGS = 'gzip, deflate, br, zstd'
const CATEGORIES = 10
const START_TIMEOUT_MS = 60_000

export type ShopServer = LoadedServer & { url: string; page: Page }
type Page = { status: number; body: Buffer; encoding: string }

/** Starts the product on a database with many stores, each with a host. The first store sells the products. */
export async function startShopServer(
  environment: Environment,
  { name, stores, products }: { name: string; stores: number; products: number },
): Promise<ShopServer> {
  const databaseUrl = await environment.createDatabase(name)
  await buildHistory(databaseUrl, planHistory({ stores }), `building the database, ${name}`)
  await fillDatabase(databaseUrl, `filling the shelves, ${name}`, [
    // The trigger that creates them does not run here.
    `insert into storefronts (store_id) select bench.store(n) from generate_series(1, ${stores}) n`,
    `insert into store_hosts (store_id, host, kind, proved_at)
     select bench.store(n), 'shop' || n, 'label', now() from generate_series(1, ${stores}) n`,
    `insert into categories (store_id, id, name, slug, position)
     select bench.store(1), bench.id(0, 'cat', n), 'Shelf ' || n, 'shelf-' || n, n from generate_series(1, ${CATEGORIES}) n`,
    `insert into products (store_id, id, category_id, slug, name, summary, description, price_minor, approve_commands, refund_commands,
       expire_commands, rebuy, delivers_to)
     select bench.store(1), bench.id(0, 'prd', n), bench.id(0, 'cat', 1 + n % ${CATEGORIES}), 'product-' || n, 'Product ' || n,
       'What it is good for', repeat('A sentence about the product. ', 20), 100 * n, '{give}', '{}', '{}', 'extend', 'default'
     from generate_series(1, ${products}) n`,
  ])
  const server = await environment.startServer(databaseUrl, {
    settings: { STOREFRONT_DOMAIN: DOMAIN, PUBLIC_URL: 'https://manage.localhost' },
  })
  let page = await readHome(server.port)
  const isThere = async () => (page = await readHome(server.port)).status === 200
  if (!(await waitUntil(isThere, { timeoutMs: START_TIMEOUT_MS })))
    throw new Error(`the home page answers ${page.status}`)
  return { ...server, page }
}

async function readHome(port: number): Promise<Page> {
  return new Promise((resolve, reject) => {
    const headers = { host: HOST, 'accept-encoding': ENCODINGS, 'accept-language': 'en' }
    const sent = request({ host: '127.0.0.1', port, headers }, (response) => {
      const { statusCode: status = 0, headers: answer } = response
      buffer(response).then((body) => resolve({ status, body, encoding: answer['content-encoding'] ?? '' }), reject)
    })
    sent.on('error', reject).end()
  })
}

export function openPages(server: LoadedServer, load: { connections: number; seconds: number }): Promise<WrkResult> {
  return runWrk({ script: '../storefront/pages.lua', server, path: '/', args: [HOST, ENCODINGS], ...load })
}
