import { recordAudit } from '../access/record-audit.ts'
import { type Db, inStore, type Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'

type Deed<T> = {
  storeId: StoreId
  /** By its name in the management interface, where it has one. */
  action: string
  /** What it was done to, or how that is told from what came of it. */
  subject: string | ((result: T) => string)
  details?: object
}

/** What is done on the machine itself stands in the store's log like everything else, in the transaction that does it. */
export async function byHand<T>(app: Db, deed: Deed<T>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inStore(app, deed.storeId, async (tx) => {
    const result = await work(tx)
    const subject = typeof deed.subject === 'string' ? deed.subject : deed.subject(result)
    await noteByHand(tx, { ...deed, subject })
    return result
  })
}

/** The same for what begins and ends its transactions itself. */
export async function noteByHand(
  tx: Tx,
  { storeId, action, subject, details = {} }: { storeId: StoreId; action: string; subject: string; details?: object },
): Promise<void> {
  const from = { address: null, requestId: null }
  await recordAudit(tx, { storeId, actor: 'command_line', action, subject, details, ...from })
}
