import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import { EXPECTED } from '../expected.ts'
import { openFixture, TEMPLATE } from '../fixture.ts'
import { openProduct } from '../open-product.ts'
import { type Operation, readOperations } from '../operations.ts'
import { disableRowLevelSecurity } from '../row-level-security.ts'
import { runOperation } from '../run-operation.ts'
import type { Stores } from '../store-context.ts'
import type { ProductMutant } from './mutant.ts'
import type { SourceFiles } from './source-files.ts'

type Options = { clusterUrl: string; stores: Stores; sources: SourceFiles; mutant: ProductMutant; variant: string }

/** Returns the first failure of a cell. Undefined if no cell notices the mutant. */
export async function tryMutant({
  clusterUrl,
  stores,
  sources,
  mutant,
  variant,
}: Options): Promise<string | undefined> {
  const cluster = { url: clusterUrl }
  const databaseUrl = await createDatabase(cluster, { template: TEMPLATE })
  const fixture = await openFixture(databaseUrl, stores)
  const isTenantFilter = mutant.kind === 'tenant filter'
  try {
    if (isTenantFilter) await disableRowLevelSecurity(fixture.connections)
    if (mutant.file.endsWith('.sql')) await fixture.connections.query(mutant.text)
    const product = await openProduct(databaseUrl, { variant, poolSize: 4 })
    try {
      for (const operation of sortByDistance(readOperations(product.app), mutant, sources)) {
        const expected = EXPECTED[operation.id]
        if (!expected) continue
        const { failures } = await runOperation(fixture, operation, expected, {
          port: product.port,
          ...(isTenantFilter && { only: ['owner', 'operator'] }),
        })
        if (failures[0] !== undefined) return failures[0]
      }
      return undefined
    } finally {
      await product.close()
    }
  } catch (error) {
    // The fixture uses the changed SQL functions, too.
    if (mutant.file.endsWith('.sql')) return String(error)
    throw error
  } finally {
    await fixture.connections.close()
    await dropDatabase(cluster, databaseUrl)
  }
}

/** The operations that use the changed file, with the fewest files in between first. */
function sortByDistance(
  operations: Operation[],
  { file, offset, permission }: ProductMutant,
  { texts, dependents }: SourceFiles,
): Operation[] {
  if (permission !== undefined) return operations.filter(({ id }) => EXPECTED[id]?.scope === permission)
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

function findRoute({ id }: Operation, texts: Map<string, string>): { file: string; offset: number } {
  for (const [file, text] of texts) {
    if (!file.startsWith('http/manage/')) continue
    const offset = text.indexOf(`operationId: '${id}'`)
    if (offset !== -1) return { file, offset }
  }
  // The other routes are created in a loop.
  return { file: 'http/manage/store/webhooks.ts', offset: 0 }
}
