import { connect } from 'node:net'
import { createResponseReader, type WireResponse } from '../../e2e/kit/load/response-reader.ts'
import { CELL_HOSTS, type Echo } from './echo-cells.ts'

/** A request as bytes, and the cell that must get it, or the status that it must get without reaching a cell. */
type RoutingCase = { name: string; request: string; cell?: string; status?: number; check?: (echo: Echo) => boolean }

export const SHARED_HOST = 'api.example'
/** In the map of domains: one of a store, and two that a store must not take. */
export const DOMAINS = `shop.vale.example c10\n${CELL_HOSTS('c10').management} c1\nvale.${CELL_HOSTS('c10').storefronts} c1\n`
const TIMEOUT_MS = 20_000
const BODY = 'a'.repeat(38)
const key = (cell: string) => `qm_${cell}_${BODY}`
const GAMES = '/api/games/1.0/commands/pending-commands'
const ONE = CELL_HOSTS('c1')
const TEN = CELL_HOSTS('c10')

function get(host: string | undefined, path: string, ...headers: string[]): string {
  const lines = [...(host === undefined ? [] : [`Host: ${host}`]), 'Connection: close', ...headers]
  return `GET ${path} HTTP/1.${host === undefined ? 0 : 1}\r\n${lines.join('\r\n')}\r\n\r\n`
}
const poll = (host: string | undefined, ...authorization: string[]) =>
  get(host, GAMES, ...authorization.map((value) => `Authorization: ${value}`))

const KEYS: RoutingCase[] = [
  ...['c1', 'c10'].map((cell) => ({ name: `a key of ${cell}`, request: poll(SHARED_HOST, key(cell)), cell })),
  { name: 'a key after a scheme', request: poll(SHARED_HOST, `bEaReR ${key('c10')}`), cell: 'c10' },
  { name: 'a key after spaces and tabs', request: poll(SHARED_HOST, ` Bearer \t  ${key('c10')}  `), cell: 'c10' },
  { name: 'a key on the host of another cell', request: poll(ONE.api, key('c10')), cell: 'c10' },
  { name: 'a key on its own host', request: poll(`${TEN.api}:8080`, key('c10')), cell: 'c10' },
  { name: 'a key without a host', request: poll(undefined, key('c10')), cell: 'c10' },
  { name: 'a key by address', request: poll('203.0.113.7:80', key('c10')), cell: 'c10' },
  { name: 'a key by an address of version 6', request: poll('[2001:db8::1]:80', key('c1')), cell: 'c1' },
  { name: 'a key by a name of a container', request: poll('quartermaster', key('c1')), cell: 'c1' },
  {
    name: 'the host is the one of the cell',
    request: poll(SHARED_HOST, key('c10')),
    cell: 'c10',
    check: ({ headers }) => headers['host'] === TEN.api,
  },
  { name: 'a key whose scheme is another key', request: poll(SHARED_HOST, `${key('c1')} ${key('c10')}`), cell: 'c10' },
  { name: 'a key of a cell that does not exist', request: poll(SHARED_HOST, key('c9')), status: 401 },
  { name: 'a key of no cell on the host of a cell', request: poll(ONE.api, key('c100')), status: 401 },
  { name: 'a key of a cell that begins like another', request: poll(ONE.api, key('c1x')), status: 401 },
  { name: 'a key in capitals', request: poll(SHARED_HOST, key('C1')), status: 401 },
  { name: 'a key with a strange cell', request: poll(ONE.api, `qm_../c10_${BODY}`), status: 401 },
  { name: 'a key that is too short', request: poll(ONE.api, key('c10').slice(0, -1)), status: 401 },
  { name: 'a key with more behind it', request: poll(ONE.api, `${key('c10')},${key('c1')}`), status: 401 },
  { name: 'two keys', request: poll(ONE.api, key('c1'), key('c10')), status: 401 },
  { name: 'two keys on the shared host', request: poll(SHARED_HOST, key('c10'), key('c10')), status: 401 },
  { name: 'an imported key on the host of its cell', request: poll(TEN.api, 'imported-key-of-1234'), cell: 'c10' },
  {
    name: 'an imported key after a scheme that looks like a key',
    request: poll(ONE.api, `${key('c10')} imported`),
    cell: 'c1',
  },
  { name: 'an imported key that contains ours', request: poll(ONE.api, `x${key('c10')}`), cell: 'c1' },
  { name: 'an imported key on the shared host', request: poll(SHARED_HOST, 'imported-key-of-1234'), status: 401 },
  { name: 'no key on the shared host', request: poll(SHARED_HOST), status: 401 },
  { name: 'a key in the query', request: get(ONE.api, `${GAMES}?key=${key('c10')}`), cell: 'c1' },
  { name: 'a key on the host of a store', request: poll(`vale.${ONE.storefronts}`, key('c10')), cell: 'c1' },
  { name: 'a key on the host of the management', request: poll(ONE.management, key('c10')), cell: 'c1' },
  {
    name: 'another path of the shared host',
    request: get(SHARED_HOST, '/api/payments/stripe/sto_x', `Authorization: ${key('c1')}`),
    status: 404,
  },
  {
    name: 'a key behind a header name with a space',
    request: get(ONE.api, GAMES, `Authorization : ${key('c10')}`),
    status: 400,
  },
]

const HOSTS: RoutingCase[] = [
  { name: 'the management', request: get(TEN.management, '/'), cell: 'c10' },
  { name: 'the API', request: get(TEN.api, '/api/payments/stripe/sto_x'), cell: 'c10' },
  { name: 'a label', request: get(`vale.${ONE.storefronts}`, '/'), cell: 'c1' },
  {
    name: 'a label in capitals with a dot and a port',
    request: get(`VALE.${TEN.storefronts.toUpperCase()}.:8080`, '/'),
    cell: 'c10',
  },
  { name: 'a domain of a store', request: get('SHOP.vale.example', '/'), cell: 'c10' },
  { name: 'a management host that a store claims', request: get(TEN.management, '/api/manage'), cell: 'c10' },
  { name: 'a label that a store of another cell claims', request: get(`vale.${TEN.storefronts}`, '/'), cell: 'c10' },
  { name: 'two labels', request: get(`a.vale.${ONE.storefronts}`, '/'), status: 421 },
  { name: 'the domain of the labels', request: get(ONE.storefronts, '/'), status: 421 },
  { name: 'a name that ends like a domain', request: get(`evil${ONE.storefronts}`, '/'), status: 421 },
  { name: 'a name below a domain of a store', request: get('x.shop.vale.example', '/'), status: 421 },
  { name: 'a name that continues a host', request: get(`${ONE.management}.evil.example`, '/'), status: 421 },
  { name: 'an unknown name', request: get('evil.example', '/'), status: 421 },
  { name: 'two names in a header', request: get(`evil.example,${ONE.management}`, '/'), status: 421 },
  { name: 'two different hosts', request: get(ONE.management, '/', `Host: ${TEN.management}`), status: 400 },
  { name: 'another host in the request line', request: get(ONE.management, `http://${TEN.management}/`), status: 400 },
  { name: 'a host with a space', request: get(`${ONE.management} x`, '/'), status: 421 },
  { name: 'a path that names another host', request: get(ONE.management, `//${TEN.management}/`), cell: 'c1' },
  { name: 'an address without a key', request: get('127.0.0.1', '/'), status: 404 },
]

const FORWARDED = [
  'X-Forwarded-For: 1.2.3.4',
  'X-Forwarded-For: 5.6.7.8',
  'X_Forwarded_For: 1.2.3.4',
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Proto: https',
  'Forwarded: for=1.2.3.4',
]
const HEADERS: RoutingCase[] = [
  {
    name: 'headers of a proxy that is not trusted',
    request: get(ONE.management, '/', ...FORWARDED),
    cell: 'c1',
    check: ({ headers }) =>
      headers['x-forwarded-for'] === '127.0.0.1' &&
      headers['x-forwarded-proto'] === 'http' &&
      ['x_forwarded_for', 'x-forwarded-host', 'forwarded'].every((name) => headers[name] === undefined),
  },
  { name: 'a response that takes a while', request: get(TEN.api, '/slow'), cell: 'c10' },
  { name: 'a cell without nodes', request: get(CELL_HOSTS('closed').api, '/'), status: 503 },
  {
    name: 'a page of a cell without nodes',
    request: get(CELL_HOSTS('closed').api, '/', 'Accept: text/html'),
    status: 503,
  },
  { name: 'a key of a cell without nodes', request: poll(SHARED_HOST, key('closed')), status: 503 },
]

type Place = { port: number; countOf: (url: string) => number }
const REPEATED = 8
let sent = 0

/** Sends every case. Returns how many there are, and what went wrong. */
export async function tryRouting({ port, countOf }: Place): Promise<{ cases: number; failures: string[] }> {
  const cases = [...KEYS, ...HOSTS, ...HEADERS]
  const failures = await Promise.all(cases.map((each) => tryCase(port, each)))
  const retries = await Promise.all([tryRetries(port, 'reads', countOf), tryRetries(port, 'half', countOf)])
  return { cases: cases.length + 2 * REPEATED, failures: [...failures, ...retries].flat() }
}

async function tryCase(port: number, { name, request, cell, status = 200, check }: RoutingCase): Promise<string[]> {
  const response = await send(port, request)
  const reached = response?.headers.get('x-cell')
  const found = `${response?.status ?? 'no response'}${reached === undefined ? '' : ` from ${reached}`}`
  if (response?.status !== status || reached !== cell) return [`${name}: ${found}, not ${cell ?? status}`]
  if (status === 503 && response.headers.get('retry-after') === undefined) return [`${name}: no Retry-After`]
  const text = response.body.toString()
  if (reached === undefined)
    return status === 400 || /requestId|<!doctype html>/.test(text) ? [] : [`${name}: ${text.slice(0, 100)}`]
  const echo = JSON.parse(text) as Echo
  return check?.(echo) === false ? [`${name}: ${JSON.stringify(echo.headers)}`] : []
}

/** A request that a node has read is not sent again. One that could not be sent is. */
async function tryRetries(port: number, cell: string, countOf: Place['countOf']): Promise<string[]> {
  const failures: string[] = []
  for (let i = 0; i < REPEATED; i++) {
    const url = `/api/payments/sandbox/${cell}-${++sent}`
    const response = await send(
      port,
      get(CELL_HOSTS(cell).api, url).replace('GET', 'POST').replace('\r\n\r\n', '\r\nContent-Length: 0\r\n\r\n'),
    )
    const count = countOf(url)
    if (count > 1) failures.push(`a request was sent ${count} times to the nodes of ${cell}`)
    if (cell === 'half' && response?.status !== 200)
      failures.push(`a node that refuses connections: ${response?.status}`)
  }
  return failures
}

/** Undefined if the connection ends without a response. */
async function send(port: number, request: string): Promise<WireResponse | undefined> {
  const socket = connect(port, '127.0.0.1')
  const reader = createResponseReader()
  await new Promise<void>((resolve) => {
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      reader.push(bytes)
      if (reader.responses.length > 0) socket.destroy()
    })
    socket.on('close', () => resolve())
    socket.write(request)
  })
  return reader.responses[0]
}
