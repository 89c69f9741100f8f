import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { runWorker, startWorker, type WorkerProcess } from '../kit/worker-process.ts'

type Report = { port: number }

const FILE = fileURLToPath(import.meta.url)

/** A server that refuses every request, in its own process. Its report is its port. */
export function startRefusingServer(): Promise<WorkerProcess<Report>> {
  return startWorker<object, Report>(FILE, {})
}

if (process.argv[1] === FILE) {
  runWorker<object, Report>(async () => {
    const server = createServer((_request, response) => response.writeHead(429).end())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return { report: () => ({ port }), stop: async () => void server.close() }
  })
}
