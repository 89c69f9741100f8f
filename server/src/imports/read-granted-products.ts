import { sql } from 'kysely'
import type { Rebuy } from '../catalog/product.ts'
import type { Tx } from '../db/database.ts'
import type { Profile } from '../game-servers/profiles/profile.ts'
import type { GameServerId, ProductId } from '../ids.ts'
import type { ImportSettings } from './import.ts'

/** An imported product, as far as its imported purchases need it. */
export type GrantedProduct = {
  id: ProductId
  name: string
  currency: string
  rebuy: Rebuy
  approveCommands: string[]
  expireCommands: string[]
  /** Where it is delivered. Empty if the store has no server. */
  serverIds: GameServerId[]
  profiles: Profile[]
}

/** By source id. */
export async function readGrantedProducts(
  tx: Tx,
  { storeId, source }: ImportSettings,
  sourceIds: string[],
): Promise<Map<string, GrantedProduct>> {
  const { rows } = await sql<GrantedProduct & { sourceId: string }>`
    select r.source_id as "sourceId", p.id, p.name, s.currency, p.rebuy, p.approve_commands as "approveCommands",
      p.expire_commands as "expireCommands", t.ids as "serverIds",
      array(select distinct g.profile from game_servers g where g.store_id = p.store_id and g.id = any(t.ids)) as profiles
    from imported_records r
    join products p on p.store_id = r.store_id and p.id = r.target_id
    join stores s on s.id = r.store_id
    cross join lateral (
      select case when p.delivers_to = 'named' then array(
          select n.server_id from product_servers n
          where n.store_id = p.store_id and n.product_id = p.id order by n.server_id)
        else array_remove(array[s.default_server_id], null) end as ids) t
    where r.store_id = ${storeId} and r.source = ${source} and r.kind = 'product' and r.source_id = any(${sourceIds}::text[])`.execute(
    tx,
  )
  return new Map(rows.map(({ sourceId, ...product }) => [sourceId, product]))
}
