import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Profile } from '../../game-servers/profiles/profile.ts'
import type { StoreId } from '../../ids.ts'
import { providersOfGame } from './games.ts'
import type { IdentityName } from './provider.ts'

type Row = { chosen: IdentityName[]; game: string | null; profile: Profile | null; givesCodes: boolean }

/** How visitors of a store say or prove who they are: as the owner chose, else as the game of the default server needs. */
export async function readChosenProviders(tx: Tx, storeId: StoreId): Promise<IdentityName[]> {
  const { rows } = await sql<Row>`
    select f.identity_providers as chosen, g.game, g.profile,
      exists (select from game_servers o where o.store_id = s.id and o.gave_code_at is not null) as "givesCodes"
    from stores s
    join storefronts f on f.store_id = s.id
    left join game_servers g on g.store_id = s.id and g.id = s.default_server_id
    where s.id = ${storeId}`.execute(tx)
  const { chosen = [], game = null, profile = null, givesCodes = false } = rows[0] ?? {}
  if (chosen.length > 0) return chosen
  return [...providersOfGame(game, profile ?? 'standard'), ...(givesCodes ? (['code'] as const) : [])]
}

/** The provider of typed names, if the store accepts any. Without one, every player has to prove who they are. */
export function typedProviderOf(providers: readonly IdentityName[]): 'name' | 'minecraft' | undefined {
  return providers.find((name) => name === 'minecraft' || name === 'name')
}
