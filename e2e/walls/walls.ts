import { startCluster } from '@quartermaster/local-postgres/cluster'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { createRandom } from '../kit/random.ts'
import { runHarness, withCleanUp } from '../kit/run-harness.ts'
import { chooseCallers } from './callers.ts'
import { createTemplate, openFixture, type Template } from './fixture.ts'
import { findMutants } from './mutants/find-mutants.ts'
import { runMutants } from './mutants/run-mutants.ts'
import { readSourceFiles } from './mutants/source-files.ts'
import { runHosts } from './hosts/run-hosts.ts'
import { openProduct } from './open-product.ts'
import { readOperations } from './operations.ts'
import { openPolicies, readWithoutFilters } from './row-level-security.ts'
import { runOperation } from './run-operation.ts'
import { type Outcome, sumOutcomes } from './cell.ts'
import { runStorefront } from './storefront/run-storefront.ts'

const options = readOptions({
  script: 'test:walls',
  about: `Sends every operation of the management API as every kind of caller, with own, foreign, unknown and malformed ids, and
compares the responses with what the document declares and with a table of permissions that was written by hand. Then removes one filter or check of the product at a time,
wherever it finds one, and must notice each of them.`,
  options: {
    mutants: { type: 'text', help: 'all, none, a number of random mutants, or parts of names with commas' },
    only: { type: 'text', help: 'the cells of these operations, with commas' },
    parallel: { type: 'number', default: 2, help: 'how many mutants run at once' },
  },
})

await runHarness(options, async (defer) => {
  const cluster = await startCluster()
  defer(() => cluster.stop())
  const template = await createTemplate(cluster)
  const outcomes = [await runCells(template, { rowLevelSecurity: true })]
  if (!options.short) outcomes.push(await runCells(template, { rowLevelSecurity: false }))
  const { cells, failures } = sumOutcomes(outcomes)
  const { missed, ...mutantFigures } = await testMutants(template)
  return {
    figures: { cells, failures: failures.length, ...mutantFigures },
    failures: [...failures, ...missed.map((name) => `no cell noticed the mutant: ${name}`)],
  }
})

/** Without row-level security, the filters of the statements must be sufficient. */
async function runCells(template: Template, { rowLevelSecurity }: { rowLevelSecurity: boolean }): Promise<Outcome> {
  return withCleanUp(async (defer) => {
    const fixture = await openFixture(defer, template, { rowLevelSecurity })
    const product = await openProduct(fixture.databaseUrl)
    defer(() => product.close())
    const operations = readOperations().filter(
      ({ id }) => options.only === undefined || options.only.split(',').includes(id),
    )
    const outcomes: Outcome[] = []
    const progress = startProgress(rowLevelSecurity ? 'cells' : 'without row-level security', operations.length)
    for (const [turn, operation] of operations.entries()) {
      const usual = options.short && options.only === undefined ? chooseCallers(turn) : undefined
      const only = rowLevelSecurity ? undefined : (['owner', 'operator'] as const)
      outcomes.push(await runOperation(fixture, operation, { port: product.port, only, usual }))
      progress.add(1)
    }
    progress.done()
    if (rowLevelSecurity) outcomes.push(await readWithoutFilters(fixture), await runHosts(fixture, product))
    outcomes.push(await runStorefront(fixture, product))
    return sumOutcomes(outcomes)
  })
}

async function testMutants(template: Template) {
  const choice = options.mutants ?? (options.short ? '3' : 'all')
  if (choice === 'none') return { mutants: 0, caught: 0, unreached: 0, harmless: 0, missed: [] }
  const all = findMutants(readSourceFiles())
  const effective = all.filter(({ harmless }) => harmless === undefined)
  const chosen = chooseMutants(effective, choice)
  const progress = startProgress('mutants', chosen.length)
  const results = await runMutants(chosen, {
    ...template,
    parallel: options.parallel,
    verbose: !options.short,
    onProgress: progress.add,
  })
  progress.done()
  const { caught = [], missed = [], unreached = [] } = Object.groupBy(results, ({ outcome }) => outcome)
  const policies = await withCleanUp(async (defer) => {
    const fixture = await openFixture(defer, template, { rowLevelSecurity: true })
    return openPolicies(fixture, options.short ? 3 : Infinity)
  })
  return {
    mutants: caught.length + missed.length + policies.tried,
    caught: caught.length + policies.tried - policies.missed.length,
    unreached: unreached.length,
    harmless: all.length - effective.length,
    missed: [...missed.map(({ name }) => name), ...policies.missed],
  }
}

function chooseMutants<Mutant extends { name: string }>(mutants: Mutant[], choice: string): Mutant[] {
  if (choice === 'all') return mutants
  if (/^\d+$/.test(choice)) return createRandom(options.seed).shuffle(mutants).slice(0, Number(choice))
  return mutants.filter(({ name }) => choice.split(',').some((part) => name.includes(part)))
}
