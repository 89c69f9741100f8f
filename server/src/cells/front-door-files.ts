import { AppError, type ErrorCode } from '../errors.ts'
import type { Cell, CellsFile, FrontDoor } from './cells-file.ts'

/** Domains of stores, which change while the front door serves. */
export const DOMAINS_MAP = 'domains.map'
const HOSTS_MAP = 'hosts.map'
const CONFIG = 'haproxy.cfg'

/** The `Authorization` header of a key that was issued here: the key alone, or after a scheme. */
const SCHEME = '^([^ \\t]+[ \\t]+)?'
const KEY = '[a-z0-9]{1,8}_[0-9A-Za-z]{38}$'
const CLOSED = 'This store is closed for a moment. Please try again in a few seconds.'

/** The files of HAProxy 2.6, by name. HAProxy reads the maps from the folder of its configuration. */
export function frontDoorFiles({ cells, frontDoor }: CellsFile): Record<string, string> {
  return {
    [CONFIG]: [
      globalSection(frontDoor),
      defaultsSection(),
      publicFrontend(cells, frontDoor),
      ...(frontDoor.operations === undefined ? [] : [operationsFrontend(frontDoor, frontDoor.operations)]),
      ...cells.map((cell) => cellBackend(cell)),
      ...(frontDoor.operations === undefined ? [] : cells.map((cell) => checksBackend(cell))),
      nowhereBackend(),
    ]
      .map((lines) => `${lines.join('\n  ')}\n`)
      .join('\n'),
    [HOSTS_MAP]: cells.map((cell) => hostsOf(cell)).join(''),
  }
}

/** A domain with a dot in front stands for the hosts one label below it. */
function hostsOf({ name, management, api, storefronts }: Cell): string {
  const hosts = new Set([management, api, ...(storefronts === undefined ? [] : [`.${storefronts}`])])
  return [...hosts].map((host) => `${host} ${name}\n`).join('')
}

function globalSection({ connections, socket }: FrontDoor): string[] {
  return [
    'global',
    '# Written by quartermaster front-door. Change the file that lists the cells, not this one.',
    'default-path config',
    'user haproxy',
    'group haproxy',
    'chroot /var/lib/haproxy',
    'log stdout format raw local0',
    `maxconn ${connections}`,
    `stats socket ${socket} mode 600 level admin expose-fd listeners`,
    '# Ends old processes that still serve a live feed after a reload.',
    'hard-stop-after 15m',
    'ssl-default-bind-options ssl-min-ver TLSv1.2 no-tls-tickets',
  ]
}

function defaultsSection(): string[] {
  return [
    'defaults',
    'mode http',
    'log global',
    'option httplog',
    'option dontlog-normal',
    'option forwardfor',
    '# Events of the live feed are not held back until more follows.',
    'option http-no-delay',
    '# A client whose connection is idle during a reload can send one more request on it.',
    'option idle-close-on-response',
    '# A poll waits for up to 60 s, and a node keeps an idle connection for 75 s.',
    'timeout client 70s',
    'timeout server 70s',
    'timeout http-keep-alive 70s',
    'timeout http-request 15s',
    'timeout connect 4s',
    'timeout queue 4s',
    '# Another node gets the request only if the connection failed, so that nothing was sent.',
    'retry-on conn-failure',
    'retries 3',
    'option redispatch 1',
    '# The form and the words of the product.',
    ...REFUSALS.map(({ status, code, detail }) => httpError(status, new AppError(code, detail))),
  ]
}

/** HAProxy uses the text of a status for its own errors too. */
const REFUSALS: { status: number; code: ErrorCode; detail: string }[] = [
  { status: 400, code: 'invalid_request', detail: 'This is not a valid HTTP request.' },
  {
    status: 401,
    code: 'unauthorized',
    detail:
      'This server key is unknown or was revoked. Send it in one Authorization header. A key that was imported needs the API host of its cell.',
  },
  { status: 404, code: 'not_found', detail: 'There is nothing at this address. Use the host of your store or cell.' },
  { status: 408, code: 'request_timeout', detail: 'The request took too long to arrive. Send it again.' },
  { status: 421, code: 'misdirected_request', detail: 'This host is not served here. Check the address.' },
  { status: 502, code: 'unavailable', detail: 'The connection to the store was lost. Retry in a few seconds.' },
  { status: 503, code: 'unavailable', detail: 'The store is unavailable. Retry in a few seconds.' },
  { status: 504, code: 'unavailable', detail: 'The store did not answer in time. Retry in a few seconds.' },
]

function httpError(status: number, { code, title, message: detail }: AppError): string {
  const type = `urn:quartermaster:problem:${code}`
  const text = JSON.stringify({ type, title, status, detail, code, requestId: '%[uuid()]' })
  const retryAfter = code === 'unavailable' ? ' hdr Retry-After 5' : ''
  return `http-error status ${status} content-type 'application/problem+json; charset=utf-8'${retryAfter} lf-string '${text}'`
}

function publicFrontend(cells: Cell[], frontDoor: FrontDoor): string[] {
  const { listen, certificates, trustedProxies, sharedHosts, defaultCell } = frontDoor
  const tls = certificates === undefined ? '' : ` ssl crt ${certificates} alpn h2,http/1.1`
  const proxies = trustedProxies.length > 0 ? `src ${trustedProxies.join(' ')}` : 'always_false'
  return [
    'frontend front_door',
    ...listen.map((address) => `bind ${bindAddress(address)}${tls}`),
    '# Such as X_Forwarded_For.',
    'option http-restrict-req-hdr-names delete',
    `acl from_proxy ${proxies}`,
    'http-request del-header X-Forwarded-For if !from_proxy',
    'http-request del-header X-Forwarded-Host',
    'http-request del-header Forwarded',
    'http-request set-header X-Forwarded-Proto https if { ssl_fc }',
    'http-request set-header X-Forwarded-Proto http if !{ ssl_fc } !from_proxy',
    '# It names the timeout of a node.',
    'http-response del-header Keep-Alive',
    ...cellOfHost('req.fhdr(host)'),
    ...cellOfKey(cells, sharedHosts, defaultCell),
    'acl has_cell var(txn.cell) -m found',
    "http-request set-var-fmt(txn.backend) 'cell_%[var(txn.cell)]'",
    `http-request return status 503 content-type 'text/html; charset=utf-8' hdr Retry-After 5 hdr Cache-Control no-store string '<!doctype html><meta charset="utf-8"><title>503</title><p>${CLOSED}</p>' if has_cell { var(txn.backend),nbsrv eq 0 } { req.hdr(accept) -m sub text/html }`,
    'use_backend %[var(txn.backend)] if has_cell',
    'default_backend nowhere',
  ]
}

/**
 * Sets `txn.key_cell` for requests of game servers. They call the API host of any cell, a shared host, an address, or no host;
 * an API uses no cookies, so the name of the host gives no rights.
 */
function cellOfKey(cells: Cell[], sharedHosts: string[], defaultCell: string | undefined): string[] {
  const isShared = '{ var(txn.shared) -m bool }'
  const isApi = '{ var(txn.api) -m bool }'
  return [
    '# Game servers: the key names the cell.',
    ...sharedHosts.map((host) => `acl names_no_cell var(txn.host) -m str ${host}`),
    'acl names_no_cell req.hdr_cnt(host) eq 0',
    `acl names_no_cell var(txn.host) -m reg '^([a-z0-9-]*|[0-9.]+|\\[[0-9a-f:.]+\\])$'`,
    'http-request set-var(txn.shared) bool(true) if names_no_cell !{ var(txn.cell) -m found }',
    `http-request set-var(txn.api) bool(true) if ${isShared}`,
    ...cells.map(({ api }) => `http-request set-var(txn.api) bool(true) if { var(txn.host) -m str ${api} }`),
    `http-request deny deny_status 404 if ${isShared} !{ path_beg /api/games/ }`,
    `http-request deny deny_status 401 if ${isApi} { req.fhdr_cnt(authorization) gt 1 }`,
    `acl claims_cell req.fhdr(authorization) -m reg '${SCHEME}qm_[^ \\t]*$'`,
    `acl has_cell_key req.fhdr(authorization) -m reg '${SCHEME}qm_${KEY}'`,
    `http-request deny deny_status 401 if ${isApi} claims_cell !has_cell_key`,
    `http-request set-var(txn.key_cell) req.fhdr(authorization),field(-2,_) if ${isApi} has_cell_key`,
    ...(defaultCell === undefined
      ? []
      : [`http-request set-var(txn.key_cell) str(${defaultCell}) if ${isShared} !has_cell_key`]),
    `http-request deny deny_status 401 if ${isShared} !{ var(txn.key_cell) -m found }`,
    'http-request set-var(txn.cell) var(txn.key_cell) if { var(txn.key_cell) -m found }',
  ]
}

/** Sets `txn.host` and `txn.cell`. Hosts of cells come first, so that no domain of a store can take their place. */
function cellOfHost(source: string): string[] {
  const isUnknown = 'if !{ var(txn.cell) -m found }'
  return [
    `http-request set-var(txn.host) ${source},host_only,lower,regsub('[.]$','')`,
    `http-request set-var(txn.cell) var(txn.host),map_str(${HOSTS_MAP})`,
    `http-request set-var(txn.cell) var(txn.host),regsub('^[^.]+',''),map_str(${HOSTS_MAP}) ${isUnknown}`,
    `http-request set-var(txn.cell) var(txn.host),map_str(${DOMAINS_MAP}) ${isUnknown}`,
  ]
}

/** A proxy that gets certificates asks here whether a host is known. */
function operationsFrontend({ sharedHosts }: FrontDoor, address: string): string[] {
  return [
    'frontend operations',
    `bind ${bindAddress(address)}`,
    'http-request use-service prometheus-exporter if { path /metrics }',
    'http-request return status 404 if !{ path /known-host }',
    ...cellOfHost('url_param(domain)'),
    ...sharedHosts.map((host) => `http-request return status 200 if { var(txn.host) -m str ${host} }`),
    'use_backend checks_%[var(txn.cell)] if { var(txn.cell) -m found }',
    'default_backend nowhere',
  ]
}

function cellBackend({ name, nodes, api, checks }: Cell): string[] {
  return [
    `backend cell_${name}`,
    'balance leastconn',
    '# This cell serves the games interfaces on its own host only.',
    `http-request set-header Host ${api} if { var(txn.key_cell) -m found }`,
    'option httpchk GET /readyz',
    '# A node whose database fails over keeps its clients for 10 s. One that refuses connections is left at once.',
    `default-server check port ${checks} inter 2s fall 5 rise 1 observe layer4 error-limit 5 on-error mark-down init-addr last,libc,none`,
    ...nodes.map((node, i) => `server ${name}_${i + 1} ${node}`),
  ]
}

function checksBackend({ name, nodes, checks }: Cell): string[] {
  return [
    `backend checks_${name}`,
    'default-server init-addr last,libc,none',
    ...nodes.map((node, i) => `server ${name}_${i + 1} ${node.replace(/:\d+$/, '')}:${checks}`),
  ]
}

/** What no cell serves gets the response that every cell would give. */
function nowhereBackend(): string[] {
  return [
    'backend nowhere',
    'http-request deny deny_status 401 if { var(txn.key_cell) -m found }',
    'http-request deny deny_status 421',
  ]
}

/** HAProxy takes the last colon as that of the port, also behind an IPv6 address without brackets. */
function bindAddress(address: string): string {
  return address.replace(/^\[(.*)\]:/, '$1:')
}
