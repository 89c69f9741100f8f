import { isIP } from 'node:net'
import { parse, TomlError } from 'smol-toml'
import { readRange } from '../address-ranges.ts'
import { ConfigError } from '../config/config.ts'
import { readText } from '../config/settings-file.ts'
import { findSimilar } from '../find-similar.ts'
import { isLoopbackName, parseDomain } from '../host-name.ts'

/** A complete installation with its own nodes and PostgreSQL. */
export type Cell = {
  /** `CELL` of its nodes, and a part of its server keys. */
  name: string
  /** Address and port of each node. An empty list closes the cell: its clients get 503. */
  nodes: string[]
  /** `METRICS_PORT` of its nodes. */
  checks: number
  /** Where the nodes of other cells reach this cell: a node, or a load balancer in front of its nodes. */
  url: string
  /** The host of `PUBLIC_URL`. */
  management: string
  /** The host of `API_URL`. */
  api: string
  /** `STOREFRONT_DOMAIN`. Without it, stores have only domains of their own. */
  storefronts: string | undefined
}

export type FrontDoor = {
  /** Addresses and ports to listen on. */
  listen: string[]
  /** A file or folder with certificates. Without it, another proxy ends TLS. */
  certificates: string | undefined
  /** Proxies in front of the front door, whose `X-Forwarded-For` is kept. */
  trustedProxies: string[]
  /** Hosts of the games interfaces that belong to no cell: the key decides alone. */
  sharedHosts: string[]
  /** The cell of keys without a cell, if the host names none either. */
  defaultCell: string | undefined
  /** Where HAProxy serves its metrics, and answers a proxy that asks whether a host is known. Not public. */
  operations: string | undefined
  /** Through this socket, HAProxy learns of new domains of stores. */
  socket: string
  /** Clients at the same time. */
  connections: number
}

export type CellsFile = { cells: Cell[]; frontDoor: FrontDoor }

const CELL_NAME = /^[a-z0-9]{1,8}$/
const DEFAULT_CONNECTIONS = 20_000
const MAX_CONNECTIONS = 2_000_000
/** The one of Debian's package. */
const DEFAULT_SOCKET = '/run/haproxy/admin.sock'
const PATH_HINT = 'Use an absolute path of letters, digits and . _ / -'
const KEYS = {
  file: ['cells', 'front_door'],
  cell: ['name', 'nodes', 'checks', 'url', 'management', 'api', 'storefronts'],
  frontDoor: [
    'listen',
    'certificates',
    'trusted_proxies',
    'shared_hosts',
    'default_cell',
    'operations',
    'socket',
    'connections',
  ],
}

type Table = Record<string, unknown>
type Problems = string[]

/** Throws a ConfigError that lists everything that is wrong. */
export function readCellsFile(path: string): CellsFile {
  const problems: Problems = []
  const text = readText(path, problems, 'Correct the path of the file that lists the cells')
  if (text === undefined) throw new ConfigError(problems)
  return parseCellsFile(text, path)
}

export function parseCellsFile(text: string, path = 'the cells file'): CellsFile {
  const problems: Problems = []
  const table = parseToml(text, path)
  const read = createReader(table, { of: path, keys: KEYS.file, problems })
  const cells = read.tables('cells').map((each, i) => readCell(each, `cell ${i + 1}`, problems))
  if (cells.length === 0) problems.push(`${path} lists no cells. Add a section [[cells]] for each`)
  const frontDoor = readFrontDoor(read.table('front_door'), problems)
  problems.push(...findRepeated(cells, frontDoor))
  const { defaultCell } = frontDoor
  if (defaultCell !== undefined && !cells.some(({ name }) => name === defaultCell))
    problems.push(`default_cell is "${defaultCell}", which is not the name of a cell. Use one of the names`)
  if (problems.length > 0) throw new ConfigError(problems)
  return { cells, frontDoor }
}

function readCell(table: Table, place: string, problems: Problems): Cell {
  const of = typeof table['name'] === 'string' ? `cell ${table['name']}` : place
  const read = createReader(table, { of, keys: KEYS.cell, problems })
  return {
    name: read.required('name', 'Use the CELL of its nodes: 1 to 8 lower-case letters or digits', (value) =>
      CELL_NAME.test(value) ? value : undefined,
    ),
    nodes: read.list('nodes', 'Use addresses with ports, such as 10.0.1.1:8080', parseEndpoint, { isRequired: true }),
    checks: read.integer('checks', { fallback: 9091, max: 65_535 }),
    url: read.required('url', 'Use an address like http://10.0.1.1:8080, without a path', parseOrigin),
    management: read.required('management', 'Use the host of its PUBLIC_URL, such as c1.example', parseHost),
    api: read.required('api', 'Use the host of its API_URL, such as api.c1-stores.example', parseHost),
    storefronts: read.optional('storefronts', 'Use its STOREFRONT_DOMAIN, such as c1-stores.example', parseHost),
  }
}

function readFrontDoor(table: Table, problems: Problems): FrontDoor {
  const read = createReader(table, { of: 'front_door', keys: KEYS.frontDoor, problems })
  const listen = read.list('listen', 'Use addresses with ports, such as 0.0.0.0:443 or [::]:443', parseEndpoint)
  return {
    listen: listen.length > 0 ? listen : ['0.0.0.0:80'],
    certificates: read.optional('certificates', PATH_HINT, parsePath),
    trustedProxies: read.list('trusted_proxies', 'Use addresses or ranges, such as 10.0.0.0/8', readRange),
    sharedHosts: read.list('shared_hosts', 'Use hosts, such as api.example', parseHost),
    defaultCell: read.optional('default_cell', 'Use the name of a cell', (value) => value),
    operations: read.optional('operations', 'Use an address with a port, such as 127.0.0.1:9092', parseEndpoint),
    socket: read.optional('socket', PATH_HINT, parsePath) ?? DEFAULT_SOCKET,
    connections: read.integer('connections', { fallback: DEFAULT_CONNECTIONS, max: MAX_CONNECTIONS }),
  }
}

/** A name or a host that occurs twice would send requests to the wrong cell. */
function findRepeated(cells: Cell[], { sharedHosts }: FrontDoor): Problems {
  const problems: Problems = []
  const owners = new Map<string, string>()
  function claim(what: string, owner: string): void {
    const other = owners.get(what)
    if (other !== undefined && other !== owner)
      problems.push(`${what} belongs to ${other} and to ${owner}. Every name and host belongs to one cell`)
    owners.set(what, owner)
  }
  for (const [i, { name, management, api, storefronts }] of cells.entries()) {
    if (cells.findIndex((other) => other.name === name) < i) problems.push(`Two cells have the name "${name}"`)
    for (const host of [management, api, storefronts]) if (host !== undefined) claim(host, `cell ${name}`)
  }
  for (const host of sharedHosts) claim(host, 'shared_hosts')
  return problems
}

function parseToml(text: string, path: string): Table {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const reason = error.message.split('\n')[0]?.replace('Invalid TOML document: ', '')
    throw new ConfigError([`${path}, line ${error.line}, column ${error.column}: ${reason}`])
  }
}

type Parse = (value: string) => string | undefined

/** Reads the keys of a table. A value that is wrong becomes a problem and is replaced, so that all problems are found. */
function createReader(table: Table, { of, keys, problems }: { of: string; keys: string[]; problems: Problems }) {
  for (const key of Object.keys(table).filter((each) => !keys.includes(each))) {
    const similar = findSimilar(key, keys)
    problems.push(
      `${of} has the unknown key ${key}. ${similar ? `Did you mean ${similar}?` : `Use ${keys.join(', ')}`}`,
    )
  }
  const wrong = (key: string, value: unknown, hint: string) =>
    void problems.push(`${key} of ${of} is ${value === undefined ? 'missing' : JSON.stringify(value)}. ${hint}`)

  function optional(key: string, hint: string, parseValue: Parse): string | undefined {
    const value = table[key]
    const parsed = typeof value === 'string' ? parseValue(value) : undefined
    if (value !== undefined && parsed === undefined) wrong(key, value, hint)
    return parsed
  }

  return {
    optional,
    required(key: string, hint: string, parseValue: Parse): string {
      if (table[key] === undefined) wrong(key, undefined, hint)
      return optional(key, hint, parseValue) ?? ''
    },
    list(key: string, hint: string, parseValue: Parse, { isRequired = false } = {}): string[] {
      const value = table[key]
      if (value === undefined && !isRequired) return []
      if (!Array.isArray(value)) wrong(key, value, `Use a list. ${hint}`)
      return (Array.isArray(value) ? value : []).flatMap((each) => {
        const parsed = typeof each === 'string' ? parseValue(each) : undefined
        if (parsed === undefined) wrong(key, each, hint)
        return parsed ?? []
      })
    },
    integer(key: string, { fallback, max }: { fallback: number; max: number }): number {
      const value = table[key] ?? fallback
      if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= max) return value
      wrong(key, value, `Use a whole number from 1 to ${max}`)
      return fallback
    },
    table(key: string): Table {
      const value = table[key] ?? {}
      if (isTable(value)) return value
      wrong(key, value, `Write it as a section: [${key}]`)
      return {}
    },
    tables(key: string): Table[] {
      const value = table[key] ?? []
      if (Array.isArray(value) && value.every(isTable)) return value
      wrong(key, value, `Write it as sections: [[${key}]]`)
      return []
    },
  }
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

/** `10.0.0.1:8080`, `[fd00::1]:8080` or `node1.internal:8080`. */
function parseEndpoint(text: string): string | undefined {
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  const address = host.replace(/^\[(.*)\]$/, '$1')
  const isV6 = isIP(address) === 6 && host !== address
  const isName = isIP(host) === 4 || /^(?!-)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*$/.test(host)
  return (isV6 || isName) && Number(port) > 0 && Number(port) <= 65_535 ? text : undefined
}

function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' ? url.origin : undefined
}

function parsePath(text: string): string | undefined {
  return /^\/[\w./-]+$/.test(text) ? text : undefined
}

/** A domain; on one machine also a name or an address of the loopback. */
function parseHost(text: string): string | undefined {
  const name = text.toLowerCase()
  return parseDomain(text) ?? (isLoopbackName(name) ? name : undefined)
}
