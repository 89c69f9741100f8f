import { createDatabase } from '@quartermaster/local-postgres/database'
import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { createRandom } from '../kit/random.ts'
import { runHarness } from '../kit/run-harness.ts'
import { EXPECTED } from './expected.ts'
import { createTemplate, openFixture, TEMPLATE } from './fixture.ts'
import { findMutants } from './mutants/find-mutants.ts'
import { openPolicies } from './mutants/open-policies.ts'
import { runMutants } from './mutants/run-mutants.ts'
import { readSourceFiles } from './mutants/source-files.ts'
import { openProduct } from './open-product.ts'
import { readOperations } from './operations.ts'
import { disableRowLevelSecurity, readWithoutFilters } from './row-level-security.ts'
import { runOperation } from './run-operation.ts'
import type { Outcome } from './send-cells.ts'
import type { Stores } from './store-context.ts'

const SHORT_MUTANTS = '3'

const options = readOptions({
  script: 'test:walls',
  about: `Sends every operation of the management API as every kind of caller, with own, foreign, unknown and malformed ids, and
compares the responses with a table that was written by hand. Then removes one filter or check of the product at a time,
wherever it finds one, and must notice each of them.`,
  options: {
    mutants: { type: 'text', help: 'all, none, a number of random mutants, or parts of names with commas' },
    only: { type: 'text', help: 'the cells of one operation' },
    parallel: { type: 'number', default: 2, help: 'how many mutants run at once' },
  },
})

await runHarness(options, async (defer) => {
  const cluster = await startCluster()
  defer(() => cluster.stop())
  const stores = await createTemplate(cluster)
  const outcomes = [await runCells(cluster, stores, { rowLevelSecurity: true })]
  if (!options.short) outcomes.push(await runCells(cluster, stores, { rowLevelSecurity: false }))
  const cellFailures = outcomes.flatMap(({ failures }) => failures)
  const { missed, ...mutantFigures } = await testMutants(cluster, stores)
  return {
    figures: {
      cells: outcomes.reduce((sum, { cells }) => sum + cells, 0),
      failures: cellFailures.length,
      ...mutantFigures,
    },
    failures: [...cellFailures, ...missed.map((name) => `no cell noticed the mutant: ${name}`)],
  }
})

/** Without row-level security, the filters of the statements must be sufficient. */
async function runCells(
  cluster: Cluster,
  stores: Stores,
  { rowLevelSecurity }: { rowLevelSecurity: boolean },
): Promise<Outcome> {
  const databaseUrl = await createDatabase(cluster, { template: TEMPLATE })
  const fixture = await openFixture(databaseUrl, stores)
  if (!rowLevelSecurity) await disableRowLevelSecurity(fixture.connections)
  const product = await openProduct(databaseUrl)
  const all = readOperations(product.app)
  const failures = [
    ...all.filter(({ id }) => !EXPECTED[id]).map(({ id }) => `${id} has no entry in e2e/walls/expected/`),
    ...Object.keys(EXPECTED)
      .filter((id) => !all.some((operation) => operation.id === id))
      .map((id) => `${id} has an entry in e2e/walls/expected/, but the API has no such operation`),
  ]
  const operations = all.filter(({ id }) => options.only === undefined || id === options.only)
  const progress = startProgress(rowLevelSecurity ? 'cells' : 'without row-level security', operations.length)
  const { port } = product
  let cells = 0
  try {
    for (const operation of operations) {
      const expected = EXPECTED[operation.id]
      if (!expected) continue
      const only = rowLevelSecurity ? [] : (['owner', 'operator'] as const)
      const outcome = await runOperation(fixture, operation, expected, { port, only })
      cells += outcome.cells
      failures.push(...outcome.failures)
      progress.add(1)
    }
    progress.done()
    if (!rowLevelSecurity) return { cells, failures }
    const policies = await readWithoutFilters(databaseUrl, stores.own, fixture.connections)
    return { cells: cells + policies.cells, failures: [...failures, ...policies.failures] }
  } finally {
    await product.close()
    await fixture.connections.close()
  }
}

async function testMutants(cluster: Cluster, stores: Stores) {
  const choice = options.mutants ?? (options.short ? SHORT_MUTANTS : 'all')
  if (choice === 'none') return { mutants: 0, caught: 0, unreached: 0, harmless: 0, missed: [] }
  const all = findMutants(readSourceFiles())
  const effective = all.filter(({ harmless }) => harmless === undefined)
  const chosen = chooseMutants(effective, choice)
  const progress = startProgress('mutants', chosen.length)
  const missed: string[] = []
  const results = await runMutants(chosen, {
    clusterUrl: cluster.url,
    stores,
    parallel: options.parallel,
    onResult: ({ name }, { failure, error, unreached, ms }) => {
      progress.add(1)
      if (unreached) console.log(`no cell runs this statement: ${name}`)
      else if (failure === undefined) missed.push(error === undefined ? name : `${name} (${error})`)
      else if (!options.short)
        console.log(`noticed: ${name} (${failure.slice(0, 110).replaceAll('\n', ' ')}; ${ms} ms)`)
    },
  })
  progress.done()
  const policies = await openPolicies(cluster, stores, options.short ? 3 : Infinity)
  const unreached = results.filter((result) => result.unreached).length
  return {
    mutants: results.length - unreached + policies.tried,
    caught: results.filter(({ failure }) => failure !== undefined).length + policies.tried - policies.missed.length,
    unreached,
    harmless: all.length - effective.length,
    missed: [...missed, ...policies.missed],
  }
}

function chooseMutants<Mutant extends { name: string }>(mutants: Mutant[], choice: string): Mutant[] {
  if (choice === 'all') return mutants
  if (/^\d+$/.test(choice)) return createRandom(options.seed).shuffle(mutants).slice(0, Number(choice))
  return mutants.filter(({ name }) => choice.split(',').some((part) => name.includes(part)))
}
