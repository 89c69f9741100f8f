import type { Cluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { TEMPLATE } from '../fixture.ts'
import { readPolicies, readWithoutFilters } from '../row-level-security.ts'
import { openConnections, type Stores } from '../store-context.ts'

/** Opens the row-level security of one table at a time. A statement without a filter must then see foreign rows. */
export async function openPolicies(
  cluster: Cluster,
  stores: Stores,
  maxTables: number,
): Promise<{ tried: number; missed: string[] }> {
  const databaseUrl = await createDatabase(cluster, { template: TEMPLATE })
  const connections = openConnections(databaseUrl)
  const missed: string[] = []
  try {
    const policies = (await readPolicies(connections)).filter(({ name }) => name === 'own_store').slice(0, maxTables)
    for (const { name, table } of policies) {
      await connections.query(`create policy open on "${table}" to quartermaster_app using (true)`)
      const { failures } = await readWithoutFilters(databaseUrl, stores.own, connections)
      await connections.query(`drop policy open on "${table}"`)
      if (!failures.some((failure) => failure.includes(` ${table}:`))) missed.push(`${name} of ${table} is open`)
    }
    return { tried: policies.length, missed }
  } finally {
    await connections.close()
  }
}
