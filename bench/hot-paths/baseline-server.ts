import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { fastify } from 'fastify'
import pg from 'pg'

const EMPTY_QUEUE = '{"checkouts":[]}'
const JSON_TYPE = 'application/json; charset=utf-8'
const ROUTE = '/api/games/1.0/commands/pending-commands'
const ROUTE_2 = '/api/games/2.0/poll'
const EMPTY_QUEUE_2 = '{"commands":[],"more":false}'
const POOL = 10

type Caller = { store_id: string; server_id: string }

/** The servers that polls are compared with: plain node:http, plain Fastify, and Fastify with one query for each poll. */
const KINDS: Record<string, () => Promise<Server>> = { http: plainHttp, fastify: plainFastify, naive: naiveFastify }

// Ends with its parent process.
process.stdin.on('end', () => process.exit()).resume()
const start = KINDS[process.argv[2] ?? '']
if (!start) throw new Error(`The argument must be one of ${Object.keys(KINDS).join(', ')}`)
const server = await start()
console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))

async function plainHttp(): Promise<Server> {
  const http = createServer((_, response) => {
    response.setHeader('content-type', JSON_TYPE)
    response.end(EMPTY_QUEUE)
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  return http
}

async function plainFastify(): Promise<Server> {
  const app = fastify()
  app.get(ROUTE, async (_, reply) => reply.type(JSON_TYPE).send(EMPTY_QUEUE))
  app.post(ROUTE_2, async (_, reply) => reply.type(JSON_TYPE).send(EMPTY_QUEUE_2))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app.server
}

/** The obvious implementation. Each key is looked up once. */
async function naiveFastify(): Promise<Server> {
  const pool = new pg.Pool({
    connectionString: process.env['DATABASE_URL'],
    max: POOL,
    options: '-c role=quartermaster_gateway',
  })
  const callers = new Map<string, Caller>()
  const app = fastify()
  app.get(ROUTE, async (request, reply) => {
    const hash = createHash('sha256')
      .update(request.headers.authorization ?? '')
      .digest('base64')
    const caller = callers.get(hash) ?? (await findCaller(pool, hash))
    if (!caller) return reply.code(401).send()
    callers.set(hash, caller)
    const { rows } = await pool.query(
      `select id, position, checkout_id, game_user_id, delivery_type, dispatched_at is not null as dispatched, products
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

async function findCaller(pool: pg.Pool, hash: string): Promise<Caller | undefined> {
  const { rows } = await pool.query<Caller>(
    'select store_id, server_id from server_keys where key_hash = $1 and revoked_at is null',
    [Buffer.from(hash, 'base64')],
  )
  return rows[0]
}
