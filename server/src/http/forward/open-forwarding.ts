import { readCellsFile } from '../../cells/cells-file.ts'
import type { Config } from '../../config/config.ts'
import type { GatewayDb } from '../../db/database.ts'
import type { WaitingPolls } from '../../delivery/waiting/waiting-polls.ts'
import { createMovedStores } from '../../portable/move/moved-stores.ts'
import type { Forwarding } from './forward-requests.ts'

/** Servers of a store that has left stop waiting here, so that their next poll is forwarded. */
export function openForwarding(
  db: GatewayDb,
  { storefrontDomain: domain, cellsFile, cell: self, publicUrl }: Config,
  { end: onLeft }: WaitingPolls,
): Forwarding {
  const cells = cellsFile === undefined ? [] : readCellsFile(cellsFile).cells
  return { moved: createMovedStores(db, { domain, isAlone: cells.length === 0, onLeft }), cells, self, publicUrl }
}
