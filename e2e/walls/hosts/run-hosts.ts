import { once } from 'node:events'
import { Agent, type IncomingMessage, request as openRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import type { HostedRoute } from '../../../server/src/http/origins/route-hosts.ts'
import { formatId, type CheckoutId } from '../../../server/src/ids.ts'
import type { Outcome } from '../cell.ts'
import type { Fixture } from '../fixture.ts'
import { STOREFRONT_DOMAIN } from '../open-product.ts'
import { expectedKinds, hostsOf } from './expected-hosts.ts'
import type { RouteLog } from './route-log.ts'

type Product = Pick<RouteLog, 'waitForRoute'> & {
  port: number
  routes: HostedRoute[]
  readCaches: () => Promise<void>
}
type Call = { method?: string; path: string; key?: string; requestId?: string }
type Send = (host: string | undefined, call: Call) => Promise<{ status: number }>

const POLL = '/api/games/1.0/commands/pending-commands'

/** Requests every route on every kind of host, and compares where it is served with a table that was written by hand. */
export async function runHosts(fixture: Fixture, product: Product): Promise<Outcome> {
  await addHosts(fixture)
  await product.readCaches()
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const send: Send = async (host, call) => sendTo(host, { ...call, port: product.port, agent })
  const outcomes = [
    ...(await runRoutes(send, product)),
    ...(await runPolls(send, fixture.serverKey)),
    ...(await runOrders(send, fixture)),
  ]
  agent.destroy()
  return { cells: outcomes.length, failures: outcomes.filter((failure) => failure !== undefined) }
}

type Cell = string | undefined

async function runRoutes(send: Send, { routes, waitForRoute }: Product): Promise<Cell[]> {
  const cells: Cell[] = []
  for (const { name, header, kinds } of hostsOf(STOREFRONT_DOMAIN)) {
    for (const [index, { method, url }] of routes.entries()) {
      const requestId = `walls-hosts-${name.replaceAll(' ', '-')}-${index}`
      const path = url.replaceAll(/:\w+|\*/g, 'x')
      const [route, answer] = await Promise.all([waitForRoute(requestId), send(header, { method, path, requestId })])
      const isExpected = expectedKinds(url).some((kind) => kinds.includes(kind))
      const isServed = answer.status !== 421 && route !== 'unknown'
      const cell = `${method} ${url} × ${name}`
      if (isServed !== isExpected) cells.push(`${cell}: ${isServed ? 'is' : 'is not'} served (${answer.status})`)
      else if (!isServed && answer.status !== (kinds.length === 0 ? 421 : 404))
        cells.push(`${cell}: ${answer.status} instead of a refusal`)
      else cells.push(undefined)
    }
  }
  return cells
}

/** The second poll of a key is answered before the router sees it. */
async function runPolls(send: Send, key: string): Promise<Cell[]> {
  const cells: Cell[] = []
  await send(undefined, { path: POLL, key })
  for (const { name, header, kinds } of hostsOf(STOREFRONT_DOMAIN)) {
    const { status } = await send(header, { path: POLL, key })
    const expected = kinds.includes('api') ? 200 : kinds.length === 0 ? 421 : 404
    cells.push(status === expected ? undefined : `a poll × ${name}: ${status} instead of ${expected}`)
  }
  return cells
}

/** The host of a store shows orders of this store only. */
async function runOrders(send: Send, { connections, stores }: Fixture): Promise<Cell[]> {
  const orders = await Promise.all(
    ([stores.own, stores.foreign] as const).map(async (storeId) => {
      const [row] = await connections.query<{ id: CheckoutId }>(
        'select id from checkouts where store_id = $1 limit 1',
        [storeId],
      )
      return `/pay/${formatId('sto', storeId)}/${formatId('chk', row?.id ?? ('' as CheckoutId))}`
    }),
  )
  const cells: Cell[] = []
  for (const [index, path] of orders.entries()) {
    for (const [host, expected] of [
      ['own.walls.example', index === 0 ? 200 : 404],
      [`foreign-label.${STOREFRONT_DOMAIN}`, index === 1 ? 200 : 404],
      [`api.${STOREFRONT_DOMAIN}`, 200],
    ] as const) {
      const { status } = await send(host, { path })
      cells.push(status === expected ? undefined : `order ${index + 1} × ${host}: ${status} instead of ${expected}`)
    }
  }
  return cells
}

async function addHosts({ connections, stores }: Fixture): Promise<void> {
  const { own, foreign } = stores
  await connections.query('delete from store_hosts where store_id in ($1, $2)', [own, foreign])
  await connections.query(
    `insert into store_hosts (store_id, host, kind, proved_at, removed_at) values
       ($1, 'own-label', 'label', now(), null), ($1, 'own.walls.example', 'domain', now(), null),
       ($1, 'unproved.walls.example', 'domain', null, null), ($1, 'removed-label', 'label', now(), now()),
       ($2, 'foreign-label', 'label', now(), null)`,
    [own, foreign],
  )
}

type Sent = Call & { port: number; agent: Agent }

async function sendTo(host: string | undefined, { method = 'GET', path, key, requestId, port, agent }: Sent) {
  const headers = {
    ...(host !== undefined && { host }),
    ...(key !== undefined && { authorization: key }),
    ...(requestId !== undefined && { 'x-request-id': requestId }),
  }
  const outgoing = openRequest({ host: '127.0.0.1', port, method, path, agent, setHost: false, headers })
  const received = once(outgoing, 'response')
  outgoing.on('error', () => undefined).end()
  const [response] = (await received) as [IncomingMessage]
  await text(response)
  return { status: response.statusCode ?? 0 }
}
