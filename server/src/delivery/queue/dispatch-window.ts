import type { GatewayDb } from '../../db/database.ts'
import type { Profile } from '../../game-servers/game-server.ts'
import type { GameServerId, StoreId } from '../../ids.ts'
import { listForMta } from './list-for-mta.ts'
import { listPending, type PendingDelivery } from './list-pending.ts'
import { listWindow } from './list-window.ts'
import { markDispatched } from './mark-dispatched.ts'

/** What a game server gets when it asks. Whatever is in the answer has been noted as offered, durably, before. */
export async function dispatchWindow(
  db: GatewayDb,
  server: { storeId: StoreId; serverId: GameServerId; profile: Profile },
): Promise<PendingDelivery[]> {
  const commands =
    server.profile === 'mta'
      ? await listForMta(db, { ...server, now: Date.now() })
      : ((await listPending(db, server)) ?? (await listWindow(db, server)))
  const fresh = commands.filter((command) => !command.offered)
  if (fresh.length === 0) return commands

  const offered = await markDispatched(db, { ...server, ids: fresh.map((command) => command.id) })
  return commands.flatMap((command) => {
    if (command.offered) return [command]
    const products = offered.get(command.id)
    return products === undefined ? [] : [{ ...command, products }]
  })
}
