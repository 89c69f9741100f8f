import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'

const JSON_TYPE = 'application/json; charset=utf-8'
const EMPTY_QUEUE = '{"checkouts":[]}'
const EMPTY_QUEUE_2 = '{"commands":[],"more":false}'

// Polls are compared with this server: Fastify with a fixed response. It ends with its parent process.
process.stdin.on('end', () => process.exit()).resume()
const app = fastify()
app.get('/api/games/1.0/commands/pending-commands', async (_, reply) => reply.type(JSON_TYPE).send(EMPTY_QUEUE))
app.post('/api/games/2.0/poll', async (_, reply) => reply.type(JSON_TYPE).send(EMPTY_QUEUE_2))
await app.listen({ host: '127.0.0.1', port: 0 })
console.log(JSON.stringify({ port: (app.server.address() as AddressInfo).port }))
