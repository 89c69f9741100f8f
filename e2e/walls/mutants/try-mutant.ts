import { withCleanUp } from '../../kit/run-harness.ts'
import { openFixture, type Template } from '../fixture.ts'
import { type Operation, readOperations } from '../operations.ts'
import { runOperation } from '../run-operation.ts'
import type { ProductMutant } from './find-mutants.ts'
import { runHosts } from '../hosts/run-hosts.ts'
import { runStorefront } from '../storefront/run-storefront.ts'
import { isHostMutant } from './check-mutants.ts'
import { type SourceFiles, STOREFRONT_ROUTES } from './source-files.ts'

type Options = Template & {
  sources: SourceFiles
  mutant: ProductMutant
  /** Is appended to the URL of the module that opens the product, which loads a mutant next to the original. */
  variant: string
}

/** Returns the first failure of a cell. Undefined if no cell notices the mutant. */
export async function tryMutant({ sources, mutant, variant, ...template }: Options): Promise<string | undefined> {
  const isTenantFilter = mutant.kind === 'tenant filter'
  const only = isTenantFilter ? (['owner', 'operator'] as const) : undefined
  const isSql = mutant.file.endsWith('.sql')
  const { openProduct } = (await import(`../open-product.ts${variant}`)) as typeof import('../open-product.ts')
  return withCleanUp(async (defer) => {
    const fixture = await openFixture(defer, template, { rowLevelSecurity: !isTenantFilter })
    try {
      if (isSql) await fixture.connections.query(mutant.text)
      const product = await openProduct(fixture.databaseUrl)
      defer(() => product.close())
      if (isHostMutant(mutant)) return (await runHosts(fixture, product)).failures[0]
      for (const operation of sortByDistance(readOperations(), mutant, sources)) {
        const { failures } = await runOperation(fixture, operation, { port: product.port, only })
        if (failures[0] !== undefined) return failures[0]
      }
      const users = sources.dependents(mutant.file)
      if (!STOREFRONT_ROUTES.some((file) => users.has(file)) || mutant.permission !== undefined) return undefined
      return (await runStorefront(fixture, product)).failures[0]
    } catch (error) {
      // The fixture uses the changed SQL functions, too.
      if (isSql) return String(error)
      throw error
    }
  })
}

/** The operations that use the changed file, with the fewest files in between first. */
function sortByDistance(
  operations: Operation[],
  { file, offset, permission }: ProductMutant,
  { texts, dependents }: SourceFiles,
): Operation[] {
  if (permission !== undefined) return operations.filter(({ scope }) => scope === permission)
  const distances = dependents(file)
  return operations
    .flatMap((operation) => {
      const route = findRoute(operation, texts)
      const steps = distances.get(route.file)
      if (steps === undefined) return []
      return [{ operation, steps, characters: route.file === file ? Math.abs(route.offset - offset) : 0 }]
    })
    .sort((one, other) => one.steps - other.steps || one.characters - other.characters)
    .map(({ operation }) => operation)
}

function findRoute({ id, routeFile }: Operation, texts: Map<string, string>): { file: string; offset: number } {
  if (routeFile !== undefined) return { file: routeFile, offset: 0 }
  for (const [file, text] of texts) {
    if (!file.startsWith('http/manage/')) continue
    const offset = text.indexOf(`operationId: '${id}'`)
    if (offset !== -1) return { file, offset }
  }
  // The other routes are created in a loop.
  return { file: 'http/manage/store/webhooks.ts', offset: 0 }
}
