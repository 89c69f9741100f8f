import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import { EXPECTED } from '../expected.ts'
import { openProduct } from '../open-product.ts'
import { type Operation, readOperations } from '../operations.ts'
import { openRowLevelSecurity } from '../row-level-security.ts'
import { runOperation } from '../run-operation.ts'
import type { Stores } from '../scene.ts'
import { openWorld, TEMPLATE } from '../world.ts'
import type { Mutant } from './mutant.ts'
import type { Sources } from './sources.ts'

export type Place = { clusterUrl: string; stores: Stores; sources: Sources }

/** The first thing that is wrong with a mutant; undefined when nobody notices. */
export async function tryMutant(
  { clusterUrl, stores, sources }: Place,
  mutant: Mutant,
  variant: string,
): Promise<string | undefined> {
  const cluster = { url: clusterUrl }
  const databaseUrl = await createDatabase(cluster, { template: TEMPLATE })
  const world = await openWorld(databaseUrl, stores)
  try {
    if (mutant.wall === 'filter') await openRowLevelSecurity(world.hands)
    const product = await openProduct(databaseUrl, { variant, poolSize: 4 })
    try {
      for (const operation of nearest(readOperations(product.app), mutant, sources)) {
        const expected = EXPECTED[operation.id]
        if (!expected) continue
        const { failures } = await runOperation(world, operation, expected, {
          port: product.port,
          ...(mutant.wall === 'filter' && { only: ['owner', 'operator'] }),
        })
        if (failures[0] !== undefined) return failures[0]
      }
      return undefined
    } finally {
      await product.close()
    }
  } finally {
    await world.hands.close()
    await dropDatabase(cluster, databaseUrl)
  }
}

/** The operations that can reach the changed file, those with the shortest way first. */
function nearest(
  operations: Operation[],
  { file, at, permission }: Mutant,
  { texts, dependents }: Sources,
): Operation[] {
  if (permission !== undefined) return operations.filter(({ id }) => EXPECTED[id]?.scope === permission)
  const distances = dependents(file)
  const placed = operations.map((operation) => ({ operation, ...networkOf(operation, texts) }))
  return placed
    .filter((place) => distances.has(place.file))
    .map((place) => ({
      ...place,
      steps: distances.get(place.file) ?? 0,
      apart: place.file === file ? Math.abs(place.at - at) : 0,
    }))
    .sort((one, other) => one.steps - other.steps || one.apart - other.apart)
    .map(({ operation }) => operation)
}

function networkOf({ id }: Operation, texts: Map<string, string>): { file: string; at: number } {
  for (const [file, text] of texts) {
    if (!file.startsWith('http/manage/')) continue
    const at = text.indexOf(`operationId: '${id}'`)
    if (at !== -1) return { file, at }
  }
  // Some are made in a loop.
  return { file: 'http/manage/store/webhooks.ts', at: 0 }
}
