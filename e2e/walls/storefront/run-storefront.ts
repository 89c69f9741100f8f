import { once } from 'node:events'
import { Agent, type IncomingMessage, request as openRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import type { HostedRoute } from '../../../server/src/http/origins/route-hosts.ts'
import type { Outcome } from '../cell.ts'
import { addBan } from '../fixtures/catalog.ts'
import type { Fixture } from '../fixture.ts'
import { findChanges } from '../row-fingerprints.ts'
import { type Answer, CELLS, PLAYER, type Request, type Send, type Things } from './storefront-cells.ts'
import { addHost, addThings, UNKNOWN } from './storefront-things.ts'

type Product = { port: number; routes: HostedRoute[]; readCaches: () => Promise<void> }
type Failure = string | undefined

const VARIANTS = ['own', 'foreign', 'unknown'] as const

/**
 * Requests every route of the storefront on the host of the own store, with its own things, with those of another store and with
 * things that do not exist. The last two must look the same, and nothing of another store is ever shown or changed.
 */
export async function runStorefront(fixture: Fixture, product: Product): Promise<Outcome> {
  const { contexts, stores, fingerprints } = fixture
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const send: Send = (host, method, request) => sendTo(host, { method, ...request, port: product.port, agent })
  try {
    const hosts = { own: await addHost(contexts.own), foreign: await addHost(contexts.foreign) }
    await product.readCaches()
    const things = await addAllThings(fixture, hosts, send)
    if (typeof things === 'string') return { cells: 1, failures: [things] }
    await fixture.twin.copyRows()
    const readOthers = () => fingerprints.readOwned([stores.foreign, stores.twin], contexts.foreign.account.accountId)
    const before = await readOthers()
    const failures: Failure[] = findMissingCells(product.routes)
    for (const [name, cell] of Object.entries(CELLS)) {
      const method = name.split(' ')[0] ?? ''
      const answers: Partial<Record<(typeof VARIANTS)[number], string>> = {}
      for (const variant of VARIANTS) {
        const sent = cell.request(things[variant])
        const answer = await send(hosts.own, method, sent)
        const expected = variant === 'own' ? cell.own : cell.other
        const body = withoutSent(`${answer.body} ${answer.location}`, things[variant])
        answers[variant] = `${answer.status} ${withoutVolatile(body)}`
        failures.push(
          answer.status === expected
            ? findLeak(fixture, body)?.replace(/^/, `${name} × ${variant}: `)
            : `${name} × ${variant}: ${answer.status} instead of ${expected}`,
        )
      }
      failures.push(
        answers.foreign === answers.unknown ? undefined : `${name}: foreign and unknown things look different`,
      )
    }
    const changed = findChanges(before, await readOthers())
    failures.push(changed.length === 0 ? undefined : `rows of another store changed: ${changed.join(', ')}`)
    return { cells: failures.length, failures: failures.filter((failure) => failure !== undefined) }
  } finally {
    agent.destroy()
  }
}

/** The things are bought on the pages, so a fault of the product can already show here. Returns it. */
async function addAllThings({ contexts }: Fixture, hosts: { own: string; foreign: string }, send: Send) {
  try {
    await addBan(contexts.foreign, PLAYER)
    const own = await addThings(contexts.own, hosts.own, send)
    return { own, foreign: await addThings(contexts.foreign, hosts.foreign, send), unknown: UNKNOWN }
  } catch (error) {
    return String(error)
  }
}

function findMissingCells(routes: HostedRoute[]): Failure[] {
  return routes
    .filter(
      ({ hosts, method, url }) => hosts.join() === 'storefront' && !['HEAD', 'OPTIONS'].includes(method) && url !== '*',
    )
    .map(({ method, url }) => (`${method} ${url}` in CELLS ? undefined : `${method} ${url} has no entry in CELLS`))
}

function findLeak({ leaks }: Fixture, body: string): Failure {
  const found = leaks.find('foreign', body) ?? leaks.find('twin', body)
  return found === undefined ? undefined : `the answer contains ${found} of another store`
}

/** An answer may repeat what was sent. */
function withoutSent(body: string, things: Things): string {
  return Object.values(things)
    .flatMap((value) => [value, value.replaceAll('-', ' '), value.replaceAll('-', '+'), value.replaceAll('-', '%20')])
    .reduce((rest, value) => rest.replaceAll(value, '…'), body)
}

/** Tokens of new baskets, ids of requests, challenges, and times. */
function withoutVolatile(body: string): string {
  return body.replaceAll(
    /qm[bo]_\w+|"requestId":"[^"]*"|"parameters":.*"signature":"[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+Z/g,
    '…',
  )
}

type Outgoing = Request & { method: string; port: number; agent: Agent }

async function sendTo(
  host: string,
  { method, path, cookie, token, form, json, port, agent }: Outgoing,
): Promise<Answer> {
  const body = form ? new URLSearchParams(form).toString() : json ? JSON.stringify(json) : undefined
  const outgoing = openRequest({
    host: '127.0.0.1',
    port,
    method,
    path,
    agent,
    headers: {
      host,
      ...(cookie !== undefined && { cookie }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(json && { 'content-type': 'application/json' }),
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
  })
  outgoing.end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, body: await text(response), location: response.headers.location ?? '' }
}
