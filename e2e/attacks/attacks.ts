import { join, resolve } from 'node:path'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { createRandom } from '../kit/random.ts'
import { PROJECT_ROOT } from '../kit/run-command.ts'
import { type Defer, runHarness, withCleanUp } from '../kit/run-harness.ts'
import { type Product, startProduct } from '../kit/start-product.ts'
import { startServer } from '../kit/start-server.ts'
import { createOwner, createTestStore } from '../kit/test-store.ts'
import { type Attack, STOREFRONT_DOMAIN, type Target } from './attack.ts'
import { ATTACKS as HTTP } from './http.ts'
import { ATTACKS as INTEGRATIONS } from './integrations.ts'
import { ATTACKS as STOREFRONT } from './storefront.ts'

const AREAS: Record<string, Attack[]> = {
  http: HTTP,
  integrations: INTEGRATIONS,
  storefront: STOREFRONT,
}

const options = readOptions({
  script: 'attacks',
  about: `Attacks a running product as a stranger, a customer or a thief would. No attack may succeed.
The short form is the whole run.`,
  options: {
    only: { type: 'text', help: 'only the attacks whose area or name contains this text' },
    root: { type: 'text', help: 'attack the product in this folder, to see an attack succeed before its fix' },
  },
})

const random = createRandom(options.seed)
const root = options.root === undefined ? PROJECT_ROOT : resolve(options.root)

/** The attacks choose the address that they come from, as clients behind a proxy. */
const SETTINGS = {
  TRUST_PROXY: 'loopback',
  WEBHOOK_ALLOW: '127.0.0.0/8',
  PUBLIC_URL: 'https://manage.localhost',
  STOREFRONT_DOMAIN,
  SINGLE_OWNER: 'on',
}

await runHarness(options, async (defer) => {
  const attacks = Object.entries(AREAS)
    .flatMap(([area, list]) => list.map((attack) => ({ ...attack, name: `${area}: ${attack.name}` })))
    .filter(({ name }) => options.only === undefined || name.includes(options.only))
  if (attacks.length === 0) throw new Error(`No attack contains "${options.only}"`)
  const product = await startProduct(defer, { settings: SETTINGS, root })
  const progress = startProgress('attacks', attacks.length)
  const succeeded: string[] = []
  const failures: string[] = []
  for (const { name, run } of attacks) {
    try {
      const success = await withCleanUp((deferAttack) => run(createTarget(product, deferAttack)))
      if (success !== undefined) {
        succeeded.push(name)
        failures.push(`${name}: ${success}`)
      }
    } catch (error) {
      failures.push(`${name} could not be carried out: ${error instanceof Error ? error.message : String(error)}`)
    }
    progress.add(1)
  }
  progress.done()
  const death = product.server.died()
  if (death !== undefined) failures.push(death)
  const names = attacks.map(({ name }) => name)
  return { figures: { attacks: names.length, succeeded: succeeded.length, names, succeededNames: succeeded }, failures }
})

function createTarget(product: Product, defer: Defer): Target {
  const { server, databaseUrl, folder } = product
  return {
    ...product,
    random: random.fork(),
    defer,
    root,
    createOwner: ({ url } = server) => createOwner({ url, databaseUrl, root, manyStores: false }),
    createStore: (owner, store) => createTestStore(owner, { ...store, withToken: false }),
    send: (path, { from, ...request } = {}) => {
      const headers = new Headers(request.headers)
      if (from !== undefined) headers.set('x-forwarded-for', from)
      return fetch(server.url + path, { redirect: 'manual', ...request, headers })
    },
    startServer: async (settings) => {
      const logFile = join(folder, `attacked-${random.integer(0, 2 ** 31)}.log`)
      const all = { DATABASE_URL: databaseUrl, ...SETTINGS, ...settings }
      const other = await startServer(logFile, { settings: all, root })
      // No one waits for its last responses, and an orderly stop takes seconds.
      defer(() => (other.signal('SIGKILL'), other.stop()))
      return { ...other, logFile }
    },
  }
}
