import { defineMutants } from '../kit/mutants/mutant.ts'

const BATCH = 'server/src/redelivery/redeliver-batch.ts'
const RUN = 'server/src/redelivery/run-redeliveries.ts'
const OUTCOMES = 'server/src/redelivery/select-outcomes.ts'
const ENQUEUE = 'server/src/redelivery/enqueue-redelivery.ts'

/** Runs what the batch has left in a global variable, in a second transaction. */
const SECOND_TRANSACTION = `
    const progress = await inStore(app, batch.storeId, (tx) => redeliverBatch(tx, batch))
    const { later } = Object(globalThis)
    Object.assign(globalThis, { later: undefined })
    if (later) await inStore(app, batch.storeId, later)
    return progress`

/** Faults that a developer could have made. The trial must notice each of them. */
export const REDELIVERY_MUTANTS = defineMutants([
  {
    name: 'the position is stored in a second transaction, after the batch',
    edits: [
      {
        file: BATCH,
        marker: 'redelivery-position',
        replace: `  Object.assign(globalThis, { later: (tx: Tx) => sql\`
    update redeliveries set last_entitlement_id = \${last} where store_id = \${storeId} and id = \${redeliveryId}\`.execute(tx) })`,
      },
      { file: ENQUEUE, marker: 'redelivery-items', find: 'from resends', by: 'from resends on conflict do nothing' },
      { file: RUN, marker: 'redelivery-transaction', replace: SECOND_TRANSACTION },
    ],
  },
  {
    name: 'the deliveries are enqueued in a second transaction, after the position',
    edits: [
      {
        file: BATCH,
        marker: 'redelivery-enqueue',
        find: 'await enqueueRedelivery(',
        by: 'Object(globalThis).later = (tx: Tx) => enqueueRedelivery(',
      },
      { file: RUN, marker: 'redelivery-transaction', replace: SECOND_TRANSACTION },
    ],
  },
  {
    name: 'the position is the end of the window, although the batch was full before',
    file: BATCH,
    marker: 'redelivery-window',
    replace: '    where place <= ${limit} and selected or id = (select id from numbered order by id desc limit 1)',
  },
  {
    name: 'entitlements that another transaction has locked are skipped',
    edits: [
      { file: BATCH, marker: 'redelivery-blocked', replace: '' },
      { file: BATCH, marker: 'redelivery-last', replace: '  const { last } = window' },
    ],
  },
  { name: 'expired entitlements are sent', file: OUTCOMES, marker: 'redelivery-expired', replace: '' },
  { name: 'waiting deliveries are sent again', file: OUTCOMES, marker: 'redelivery-waiting', replace: '' },
  { name: 'deliveries since the wipe are sent again', file: OUTCOMES, marker: 'redelivery-delivered', replace: '' },
  { name: 'servers that are not selected get deliveries', file: OUTCOMES, marker: 'redelivery-servers', replace: '' },
  {
    name: 'an extending product is sent once per unit',
    file: ENQUEUE,
    marker: 'redelivery-quantity',
    find: "case l.rebuy when 'extend' then 1 else l.quantity end",
    by: 'l.quantity',
  },
])
