import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { parseCellsFile } from './cells-file.ts'
import { createLearnedDomains } from './learn-domains.ts'

/** A node that lists domains, as /domains does. */
async function startNode() {
  const node = { served: [] as string[], gone: [] as string[], asked: [] as (string | null)[] }
  const server = createServer((request, response) => {
    const since = new URL(request.url ?? '', 'http://node').searchParams.get('since')
    node.asked.push(since)
    const list = (hosts: string[], isServed: boolean) => hosts.map((host) => ({ host, isServed }))
    response.end(
      JSON.stringify({
        until: '2026-01-01 00:00:00+00',
        domains: [...list(node.served, true), ...list(node.gone, false)],
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => server.close(() => undefined).closeAllConnections()
  onTestFinished(stop)
  return Object.assign(node, { port: (server.address() as AddressInfo).port, stop })
}

function cellsOf(ports: Record<string, number>) {
  return parseCellsFile(
    Object.entries(ports)
      .map(
        ([
          name,
          port,
        ]) => `[[cells]]\nname = "${name}"\nnodes = ["127.0.0.1:1"]\nchecks = ${port}\nurl = "http://127.0.0.1:1"
management = "${name}.example"\napi = "api.${name}.example"\n`,
      )
      .join(''),
  ).cells
}

test('a cell that does not answer keeps its domains, and another cell cannot take them', async () => {
  const [one, two] = [await startNode(), await startNode()]
  const cells = cellsOf({ c1: one.port, c2: two.port })
  const learned = createLearnedDomains(new Map([['known.example', 'c2']]))
  two.stop()
  one.served = ['a.example', 'known.example']
  const first = await learned.learn(cells)
  expect(Object.fromEntries(first.domains)).toEqual({ 'a.example': 'c1', 'known.example': 'c2' })
  expect(first.failures).toEqual([expect.stringContaining('cell c2 did not list its domains')])
})

test('changes are asked for since the last response, and a cell that left the file loses its domains', async () => {
  const [one, two] = [await startNode(), await startNode()]
  const cells = cellsOf({ c1: one.port, c2: two.port })
  const learned = createLearnedDomains(new Map())
  one.served = ['a.example', 'b.example']
  two.served = ['c.example']
  await learned.learn(cells)
  one.served = ['d.example']
  one.gone = ['a.example']
  const { domains } = await learned.learn(cells)
  expect(one.asked).toEqual([null, '2026-01-01 00:00:00+00'])
  expect(Object.fromEntries(domains)).toEqual({ 'b.example': 'c1', 'd.example': 'c1', 'c.example': 'c2' })
  expect(Object.fromEntries((await learned.learn(cells.slice(1))).domains)).toEqual({ 'c.example': 'c2' })
})

test('a domain moves to the cell that still has it, and a name that would break the map is refused', async () => {
  const [one, two] = [await startNode(), await startNode()]
  const cells = cellsOf({ c1: one.port, c2: two.port })
  const learned = createLearnedDomains(new Map())
  one.served = two.served = ['moved.example']
  expect((await learned.learn(cells)).domains.get('moved.example')).toBe('c1')
  one.served = []
  one.gone = ['moved.example']
  expect((await learned.learn(cells)).domains.get('moved.example')).toBe('c2')
  two.served = ['evil.example c1\nother.example']
  expect((await learned.learn(cells)).failures).toEqual([expect.stringContaining('not valid')])
})
