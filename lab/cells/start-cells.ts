import { join } from 'node:path'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { newServerKey } from '../../server/src/game-servers/server-key.ts'
import { hashSecretToken } from '../../server/src/secret-token.ts'
import { freePort } from '../../e2e/kit/game/free-port.ts'
import { query } from '../../e2e/kit/query.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { connectSandbox } from '../../e2e/kit/sandbox.ts'
import { type Environment, startEnvironment } from '../../e2e/kit/start-environment.ts'
import { type Server, startServer } from '../../e2e/kit/start-server.ts'
import { createOwner, createTestStore, type TestStore } from '../../e2e/kit/test-store.ts'
import { CELL_HOSTS } from './echo-cells.ts'
import type { CellEntry } from './start-front-door.ts'

export type Cell = {
  name: string
  databaseUrl: string
  /** How the file of the cells lists it. */
  entry: CellEntry
  server: () => Server
  /** `kill -9` of its only node. */
  kill: () => Promise<void>
  start: () => Promise<void>
}

export type SellingCell = Cell & {
  store: TestStore
  productId: string
  /** The store's own domain, which the front door has to learn. */
  domain: string
  label: string
  /** Signs payment callbacks of the store. */
  secret: string
  /** The session of the owner, for the live feed. */
  token: string
  keys: string[]
}

/** The database is a copy of a migrated one, so that three cells start quickly. */
export async function openCells(defer: Defer) {
  const environment = await startEnvironment(defer)
  const template = await environment.createDatabase('cells_template')
  let count = 0
  return {
    folder: environment.folder,
    async startCell(name: string, port: number): Promise<Cell> {
      const copy = { name: `cell_${name}`, template: decodeURIComponent(new URL(template).pathname.slice(1)) }
      const databaseUrl = await createDatabase(environment.cluster, copy)
      const cell = await createCell(environment, { name, databaseUrl, port, management: `127.0.${++count}.1` })
      await cell.start()
      defer(cell.kill)
      return cell
    },
  }
}

type NewCell = { name: string; databaseUrl: string; port: number; management: string }

/** Its ports stay the same when it starts again. The management has an address of the loopback, so that `fetch` reaches it. */
async function createCell({ folder }: Environment, { name, databaseUrl, port, management }: NewCell): Promise<Cell> {
  const hosts = { ...CELL_HOSTS(name), management }
  const [own, checks] = [await freePort(), await freePort()]
  const settings = {
    DATABASE_URL: databaseUrl,
    CELL: name,
    PORT: String(own),
    METRICS_PORT: String(checks),
    PUBLIC_URL: `http://${management}:${port}`,
    API_URL: `http://${hosts.api}`,
    STOREFRONT_DOMAIN: hosts.storefronts,
    TRUST_PROXY: '127.0.0.1',
  }
  let server: Server | undefined
  const running = () => {
    if (!server) throw new Error(`the cell ${name} does not run`)
    return server
  }
  return {
    name,
    databaseUrl,
    entry: { name, nodes: [own], checks, ...hosts },
    server: running,
    async start() {
      server = await startServer(join(folder, `${name}.log`), { settings })
    },
    async kill() {
      running().signal('SIGKILL')
      await running().stop()
    },
  }
}

/** Creates a store through the front door, with a domain that is proved and many game servers. */
export async function openStore(
  cell: Cell,
  { port, servers }: { port: number; servers: number },
): Promise<SellingCell> {
  const { name, databaseUrl, entry } = cell
  const url = `http://${entry.management}:${port}`
  const owner = await createOwner({ url, databaseUrl, manyStores: false })
  const store = await createTestStore(owner, { name: `Store of ${name}`, mode: 'test' })
  const { storeId } = store
  const productId = await store.addProduct({ serverIds: store.servers.map(({ id }) => id) })
  const secret = await connectSandbox(owner, storeId)
  await owner.manage.chooseLabel({ storeId, label: 'vale' })
  const domain = `shop.${name}.vale.example`
  await owner.manage.addDomain({ storeId, domain })
  // The check of the TXT record asks the name servers of the internet.
  await query(databaseUrl, 'update store_hosts set proved_at = now() where host = $1', [domain])
  const keys = await addKeys(cell, servers)
  return { ...cell, store, productId, domain, label: `vale.${entry.storefronts}`, secret, token: owner.token, keys }
}

/** More servers than a store can create quickly: each key is limited to five polls per second. */
async function addKeys({ name, databaseUrl }: Cell, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => newServerKey(name))
  await query(
    databaseUrl,
    `with store as (select id from stores limit 1),
       added as (insert into game_servers (store_id, id, name, profile)
         select store.id, gen_random_uuid(), 'game', 'standard' from store, generate_series(1, $1) returning store_id, id)
     insert into server_keys (store_id, id, server_id, key_hash, hint, source)
     select store_id, gen_random_uuid(), id, ($2::bytea[])[row_number() over ()], '…', 'issued' from added`,
    [count, keys.map(hashSecretToken)],
  )
  return keys
}
