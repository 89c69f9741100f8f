import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { fastify } from 'fastify'
import pg from 'pg'

const NOTHING = '{"checkouts":[]}'
const JSON_TYPE = 'application/json; charset=utf-8'
const ROUTE = '/api/games/1.0/commands/pending-commands'
const ROUTE_2 = '/api/games/2.0/poll'
const NOTHING_2 = '{"commands":[],"more":false}'
const POOL = 10

type Caller = { store_id: string; server_id: string }

/** What a poll is measured against, each a process of its own: node:http, Fastify, and Fastify with a query for each poll. */
const KINDS: Record<string, () => Promise<Server>> = { http: bareHttp, fastify: bareFastify, naive: naiveFastify }

// Ends with whoever started it.
process.stdin.on('end', () => process.exit()).resume()
const start = KINDS[process.argv[2] ?? '']
if (!start) throw new Error(`Say one of ${Object.keys(KINDS).join(', ')}`)
const server = await start()
console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))

async function bareHttp(): Promise<Server> {
  const http = createServer((_, response) => {
    response.setHeader('content-type', JSON_TYPE)
    response.end(NOTHING)
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  return http
}

async function bareFastify(): Promise<Server> {
  const app = fastify()
  app.get(ROUTE, async (_, reply) => reply.type(JSON_TYPE).send(NOTHING))
  app.post(ROUTE_2, async (_, reply) => reply.type(JSON_TYPE).send(NOTHING_2))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app.server
}

/** As anybody would write it first. A key is looked up once. */
async function naiveFastify(): Promise<Server> {
  const pool = new pg.Pool({
    connectionString: process.env['DATABASE_URL'],
    max: POOL,
    options: '-c role=quartermaster_gateway',
  })
  const known = new Map<string, Caller>()
  const app = fastify()
  app.get(ROUTE, async (request, reply) => {
    const hash = createHash('sha256')
      .update(request.headers.authorization ?? '')
      .digest('base64')
    const caller = known.get(hash) ?? (await lookUp(pool, hash))
    if (!caller) return reply.code(401).send()
    known.set(hash, caller)
    const { rows } = await pool.query(
      `select id, position, checkout_id, game_user_id, delivery_type, dispatched_at is not null as offered, products
       from pending_deliveries
       where store_id = $1 and server_id = $2
       order by position
       limit 1001`,
      [caller.store_id, caller.server_id],
    )
    return reply.type(JSON_TYPE).send(JSON.stringify({ checkouts: rows }))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app.server
}

async function lookUp(pool: pg.Pool, hash: string): Promise<Caller | undefined> {
  const { rows } = await pool.query<Caller>(
    'select store_id, server_id from server_keys where key_hash = $1 and revoked_at is null',
    [Buffer.from(hash, 'base64')],
  )
  return rows[0]
}
