import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Environment } from '../../e2e/kit/start-environment.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { buildHistory, planHistory } from '../database/build-history.ts'
import { fillDatabase } from '../database/fill-database.ts'
import { type LoadedServer, runWrk, type WrkResult } from '../hot-paths/run-wrk.ts'
import { addOwnTheme, fillShelves, OWN_THEME_MARK } from './fill-shelves.ts'

const DOMAIN = 'stores.example'
/** A store with the built-in theme, and one with its own. Both sell the same products. */
const [BUILT_IN, OWN] = [1, 2]
const hostOf = (store: number) => `shop${store}.${DOMAIN}`
const HOST = hostOf(BUILT_IN)
export const OWN_THEME_HOST = hostOf(OWN)
/** What Chromium sends. */
const ENCODINGS = 'gzip, deflate, br, zstd'
const START_TIMEOUT_MS = 60_000

export type ShopServer = LoadedServer & { url: string; page: Page }
type Page = { status: number; body: Buffer; encoding: string }

/** Starts the product on a database with many stores, each with a host. */
export async function startShopServer(
  environment: Environment,
  { name, stores, products }: { name: string; stores: number; products: number },
): Promise<ShopServer> {
  const databaseUrl = await environment.createDatabase(name)
  await buildHistory(databaseUrl, planHistory({ stores }), `building the database, ${name}`)
  await fillDatabase(databaseUrl, `filling the shelves, ${name}`, [
    ...fillShelves({ stores, products, shops: 2 }),
    ...(await addOwnTheme(OWN)),
  ])
  const server = await environment.startServer(databaseUrl, {
    settings: { STOREFRONT_DOMAIN: DOMAIN, PUBLIC_URL: 'https://manage.localhost' },
  })
  await waitForPage(() => readHome(server.port, OWN_THEME_HOST, ''), OWN_THEME_MARK)
  const page = await waitForPage(() => readHome(server.port, HOST, ENCODINGS))
  return { ...server, page }
}

async function waitForPage(read: () => Promise<Page>, mark = ''): Promise<Page> {
  let page = await read()
  const isThere = async () => (page = await read()).status === 200 && page.body.includes(mark)
  if (!(await waitUntil(isThere, { timeoutMs: START_TIMEOUT_MS })))
    throw new Error(`the home page answers ${page.status}, or is not shown with its theme`)
  return page
}

async function readHome(port: number, host: string, encodings: string): Promise<Page> {
  return new Promise((resolve, reject) => {
    const headers = { host, 'accept-encoding': encodings, 'accept-language': 'en' }
    const sent = request({ host: '127.0.0.1', port, headers }, (response) => {
      const { statusCode: status = 0, headers: answer } = response
      buffer(response).then((body) => resolve({ status, body, encoding: answer['content-encoding'] ?? '' }), reject)
    })
    sent.on('error', reject).end()
  })
}

type PageLoad = { connections: number; seconds: number; perSecond?: number; host?: string }

export function openPages(server: LoadedServer, { host = HOST, ...load }: PageLoad): Promise<WrkResult> {
  return runWrk({ script: '../pages/pages.lua', server, path: '/', args: [host, ENCODINGS], ...load })
}
