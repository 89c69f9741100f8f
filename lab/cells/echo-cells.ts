import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { listen } from '../../e2e/kit/game/listen.ts'
import { freePort } from '../../e2e/kit/game/free-port.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import type { CellEntry } from './start-front-door.ts'

/** What a cell received. */
export type Echo = { cell: string; url: string; headers: Record<string, string | undefined> }

const SLOW_MS = 1_500

export const CELL_HOSTS = (name: string) => ({
  management: `${name}.example`,
  api: `api.${name}-stores.example`,
  storefronts: `${name}-stores.example`,
})

/** Small servers in the place of cells. They answer with what they received, and list no domains. */
export async function startEchoCells(defer: Defer) {
  const received: string[] = []
  async function startNode(cell: string): Promise<number> {
    const { url, close } = await listen((request, response) => {
      received.push(request.url ?? '')
      const echo: Echo = { cell, url: request.url ?? '', headers: request.headers as Echo['headers'] }
      const text = JSON.stringify(echo)
      const answer = () => response.writeHead(200, { 'x-cell': cell, 'content-length': text.length }).end(text)
      if (request.url?.includes('slow')) void sleep(SLOW_MS).then(answer)
      else answer()
    })
    defer(close)
    return Number(new URL(url).port)
  }
  const checks = await listen((request, response) => {
    const domains = request.url?.startsWith('/domains') ? { until: '2026-01-01 00:00:00+00', domains: [] } : {}
    response.end(JSON.stringify(domains))
  })
  defer(checks.close)
  const checksPort = Number(new URL(checks.url).port)
  const entry = async (name: string, nodes: number[]): Promise<CellEntry> => ({
    name,
    nodes,
    checks: checksPort,
    ...CELL_HOSTS(name),
  })
  return {
    /** How often a node read a request with this URL. */
    countOf: (url: string) => received.filter((each) => each === url).length,
    cells: [
      await entry('c1', [await startNode('c1')]),
      await entry('c10', [await startNode('c10')]),
      // A node that reads requests and never answers, beside one that answers.
      await entry('reads', [await startReader(defer, received), await startNode('reads')]),
      // A node that refuses connections, beside one that answers.
      await entry('half', [await freePort(), await startNode('half')]),
      await entry('closed', []),
    ],
  }
}

/** Reads a request, and closes the connection without a response. */
async function startReader(defer: Defer, received: string[]): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (bytes) => {
      received.push(bytes.toString('latin1').split(' ')[1] ?? '')
      socket.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  defer(() => void server.close())
  return (server.address() as AddressInfo).port
}
