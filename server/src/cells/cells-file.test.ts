import { expect, test } from 'vitest'
import { parseCellsFile } from './cells-file.ts'

const cell = (name: string, more = '') => `
[[cells]]
name = "${name}"
nodes = ["10.0.0.1:8080", "[fd00::1]:8080", "node1.internal:80"]
url = "http://10.0.0.1:8080"
management = "${name}.example"
api = "API.${name}-stores.example"
${more}`

test('a cell needs its name, nodes, address and hosts; the rest has defaults', () => {
  const { cells, frontDoor } = parseCellsFile(
    cell('c1') + cell('c10', 'storefronts = "c10-stores.example"\nchecks = 91'),
  )
  expect(cells[0]).toEqual({
    name: 'c1',
    nodes: ['10.0.0.1:8080', '[fd00::1]:8080', 'node1.internal:80'],
    checks: 9091,
    url: 'http://10.0.0.1:8080',
    management: 'c1.example',
    api: 'api.c1-stores.example',
    storefronts: undefined,
  })
  expect(cells[1]).toMatchObject({ checks: 91, storefronts: 'c10-stores.example' })
  expect(frontDoor).toEqual({
    listen: ['0.0.0.0:80'],
    certificates: undefined,
    trustedProxies: [],
    sharedHosts: [],
    defaultCell: undefined,
    operations: undefined,
    socket: '/run/haproxy/admin.sock',
    connections: 20_000,
  })
})

test('everything that is wrong is listed at once', () => {
  const text = `
[front_door]
lisen = ["*:80"]
default_cell = "c9"
trusted_proxies = ["everybody"]
connections = 0
[[cells]]
name = "C 1"
nodes = ["10.0.0.1", "10.0.0.1:80 check", "10.0.0.1:99999", "fd00::1:80"]
url = "http://10.0.0.1/path"
management = "c1.example\\nbackend evil"`
  for (const problem of [
    'Did you mean listen?',
    'default_cell is "c9"',
    'trusted_proxies of front_door is "everybody"',
    'connections of front_door is 0',
    'name of cell C 1 is "C 1"',
    'nodes of cell C 1 is "10.0.0.1"',
    '"10.0.0.1:80 check"',
    '"10.0.0.1:99999"',
    '"fd00::1:80"',
    'url of cell C 1 is "http://10.0.0.1/path"',
    'management of cell C 1 is "c1.example\\nbackend evil"',
    'api of cell C 1 is missing',
  ])
    expect(() => parseCellsFile(text)).toThrow(problem)
  expect(() => parseCellsFile('')).toThrow('lists no cells')
  expect(() => parseCellsFile('[[cells]', 'cells.toml')).toThrow('cells.toml, line 1')
})

test('a name or host belongs to one cell', () => {
  const shared = `[front_door]\nshared_hosts = ["c1.example"]\n`
  const second = cell('c2').replace('management = "c2.example"', 'management = "C1.example."')
  expect(() => parseCellsFile(shared + cell('c1') + second)).toThrow(
    /c1\.example belongs to cell c1 and to cell c2[^]*shared_hosts/,
  )
  expect(() => parseCellsFile(cell('c1') + cell('c1'))).toThrow('Two cells have the name "c1"')
  expect(parseCellsFile(cell('c1').replace('API.c1-stores.example', 'c1.example')).cells[0]?.api).toBe('c1.example')
})
