import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { findNetworkNamespace } from '../themes/isolation/network-namespace.ts'
import type { Finding } from './check-database.ts'

export const NETWORK_ADVICE =
  'Allow user namespaces, or run the server in a service with PrivateNetwork for its children. Files and memory are protected anyway'

/** Without themes of owners, no one could abuse the network. */
export async function checkThemes({ reader }: Pick<Database, 'reader'>): Promise<Finding> {
  const { rows } = await sql<{ stores: number }>`
    select count(distinct store_id)::integer as stores from theme_versions`.execute(reader)
  const stores = rows[0]?.stores ?? 0
  const isIsolated = (await findNetworkNamespace()).length > 0
  const found = isIsolated ? 'without a network' : 'with a network: this machine cannot take it away'
  return {
    check: 'themes of owners',
    ok: isIsolated || stores === 0,
    found: `they render in processes ${found}; ${stores} stores have one`,
    advice: NETWORK_ADVICE,
  }
}
