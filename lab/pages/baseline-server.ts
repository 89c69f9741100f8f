import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'

// Pages are compared with this server: Fastify that sends the bytes of a file. It ends with its parent process.
process.stdin.on('end', () => process.exit()).resume()
const [file = '', encoding = ''] = process.argv.slice(2)
const page = await readFile(file)
const app = fastify()
app.get('/', async (_, reply) => reply.type('text/html; charset=utf-8').header('content-encoding', encoding).send(page))
await app.listen({ host: '127.0.0.1', port: 0 })
console.log(JSON.stringify({ port: (app.server.address() as AddressInfo).port }))
