import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { startProgress } from '../kit/progress.ts'
import { createRandom } from '../kit/random.ts'
import { EXPECTED } from './expected.ts'
import { findMutants } from './mutants/find-mutants.ts'
import { hunt } from './mutants/hunt.ts'
import type { Mutant } from './mutants/mutant.ts'
import { readSources } from './mutants/sources.ts'
import { openProduct } from './open-product.ts'
import { readOperations } from './operations.ts'
import { lookWithoutFilters, openRowLevelSecurity, policiesOf } from './row-level-security.ts'
import { runOperation } from './run-operation.ts'
import type { Stores } from './scene.ts'
import { openWorld, plantTemplate, TEMPLATE } from './world.ts'

const HELP = `Asks for every operation of the management API as everybody who could call, about what is his own, another store's,
nobody's and no id at all, and holds the answers against a table that was written by hand. Then takes one filter or one
check out of the product, wherever one is found, and must notice each time.

  npm run test:walls -- [options]

  --mutants WHICH   all, none, a number of them chosen by the seed, or parts of names with commas (all; short: 3)
  --only NAME       the cells of one operation
  --lanes N         so many mutants at a time (2)
  --short           the form for the check
  --seed N          makes the same choice again
  --json            ends with one JSON object on a line`

const { values: options } = parseArgs({
  options: {
    mutants: { type: 'string' },
    only: { type: 'string' },
    lanes: { type: 'string', default: '2' },
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const SHORT_MUTANTS = '3'
const MOST_SHOWN = 30

if (options.help) console.log(HELP)
else process.exitCode = await main()

async function main(): Promise<number> {
  const begun = Date.now()
  const seed = Number(options.seed ?? randomInt(2 ** 31))
  console.log(`seed ${seed}`)
  const cluster = await startCluster()
  try {
    const stores = await plantTemplate(cluster)
    const both = await runCells(cluster, stores, { alone: false })
    const first = options.short ? { cells: 0, failures: [] } : await runCells(cluster, stores, { alone: true })
    const cells = both.cells + first.cells
    const failures = [...both.failures, ...first.failures]
    for (const failure of failures.slice(0, MOST_SHOWN)) console.log(`✗ ${failure}`)
    const { mutants, caught, unreached, harmless, escaped } = await runMutants(cluster, stores, seed)
    const seconds = Math.round((Date.now() - begun) / 1_000)
    const figures = { cells, failures: failures.length, mutants, caught, unreached, harmless, seed, seconds }
    console.log(`${cells} cells, ${failures.length} failures; ${caught} of ${mutants} mutants caught; ${seconds} s`)
    if (options.json) console.log(JSON.stringify(figures))
    return failures.length === 0 && escaped === 0 ? 0 : 1
  } finally {
    await cluster.stop()
  }
}

/** `alone`: the filters of statements without row-level security behind them. */
async function runCells(
  cluster: Cluster,
  stores: Stores,
  { alone }: { alone: boolean },
): Promise<{ cells: number; failures: string[] }> {
  const databaseUrl = await createDatabase(cluster, { template: TEMPLATE })
  const world = await openWorld(databaseUrl, stores)
  if (alone) await openRowLevelSecurity(world.hands)
  const product = await openProduct(databaseUrl)
  const all = readOperations(product.app)
  const failures = [
    ...all.filter(({ id }) => !EXPECTED[id]).map(({ id }) => `${id} has no entry in e2e/walls/expected.ts`),
    ...Object.keys(EXPECTED)
      .filter((id) => !all.some((operation) => operation.id === id))
      .map((id) => `${id} has an entry and is no operation`),
  ]
  const operations = all.filter(({ id }) => options.only === undefined || id === options.only)
  const progress = startProgress(alone ? 'the first wall alone' : 'cells', operations.length)
  let cells = 0
  try {
    for (const operation of operations) {
      const expected = EXPECTED[operation.id]
      if (!expected) continue
      const outcome = await runOperation(world, operation, expected, {
        port: product.port,
        only: alone ? ['owner', 'operator'] : [],
      })
      cells += outcome.cells
      failures.push(...outcome.failures)
      progress.add(1)
    }
    progress.done()
    if (alone) return { cells, failures }
    const look = await lookWithoutFilters(databaseUrl, stores.own, world.hands)
    return { cells: cells + look.cells, failures: [...failures, ...look.failures] }
  } finally {
    await product.close()
    await world.hands.close()
  }
}

type Hunted = { mutants: number; caught: number; unreached: number; harmless: number; escaped: number }

async function runMutants(cluster: Cluster, stores: Stores, seed: number): Promise<Hunted> {
  const which = options.mutants ?? (options.short ? SHORT_MUTANTS : 'all')
  const known = which === 'none' ? [] : findMutants(readSources())
  const chosen = choose(
    known.filter(({ harmless }) => harmless === undefined),
    which,
    seed,
  )
  const progress = startProgress('mutants', chosen.length)
  const results = await hunt(chosen, {
    clusterUrl: cluster.url,
    stores,
    lanes: Number(options.lanes),
    onMutant: ({ mutant, by, error, unreached }, ms) => {
      progress.add(1)
      if (unreached) console.log(`– nobody gets there: ${mutant.name}`)
      else if (by === undefined)
        console.log(`✗ nobody noticed: ${mutant.name}${error === undefined ? '' : ` (${error})`}`)
      else if (!options.short)
        console.log(`✓ noticed: ${mutant.name} (${by.slice(0, 110).replaceAll('\n', ' ')}; ${ms} ms)`)
    },
  })
  progress.done()
  const policies = which === 'none' ? { tried: 0, caught: 0 } : await dropPolicies(cluster, stores)
  const caught = results.filter(({ by }) => by !== undefined).length
  const unreached = results.filter((result) => result.unreached).length
  const tried = results.length - unreached
  return {
    mutants: tried + policies.tried,
    unreached,
    caught: caught + policies.caught,
    harmless: which === 'none' ? 0 : known.filter(({ harmless }) => harmless !== undefined).length,
    escaped: tried - caught + policies.tried - policies.caught,
  }
}

function choose(mutants: Mutant[], which: string, seed: number): Mutant[] {
  if (which === 'all') return mutants
  if (/^\d+$/.test(which)) return createRandom(seed).shuffle(mutants).slice(0, Number(which))
  return mutants.filter(({ name }) => which.split(',').some((part) => name.includes(part)))
}

/** The second wall, while the first one is not there: each table's policy opened by itself. */
async function dropPolicies(cluster: Cluster, stores: Stores): Promise<{ tried: number; caught: number }> {
  const databaseUrl = await createDatabase(cluster, { template: TEMPLATE })
  const { hands } = await openWorld(databaseUrl, stores)
  let caught = 0
  try {
    const policies = (await policiesOf(hands)).filter(({ name }) => name === 'own_store')
    for (const { name, table } of options.short ? policies.slice(0, 3) : policies) {
      await hands.query(`create policy hole on "${table}" to quartermaster_app using (true)`)
      const { failures } = await lookWithoutFilters(databaseUrl, stores.own, hands)
      await hands.query(`drop policy hole on "${table}"`)
      if (failures.some((failure) => failure.includes(` ${table}:`))) caught++
      else console.log(`✗ nobody noticed: ${name} of ${table} is open`)
    }
    return { tried: options.short ? Math.min(3, policies.length) : policies.length, caught }
  } finally {
    await hands.close()
  }
}
