import { defineMutants, mutantsOf } from '../../e2e/kit/mutants/mutant.ts'

const BATCH = 'server/src/redelivery/redeliver-batch.ts'
const RUN = 'server/src/redelivery/run-redeliveries.ts'
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
        in: 'redeliverBatch',
        at: 'await sql`',
        replace: `  Object.assign(globalThis, { later: (tx: Tx) => sql\`
    update redeliveries set last_entitlement_id = \${last} where store_id = \${storeId} and id = \${redeliveryId}\`.execute(tx) })`,
      },
      {
        file: ENQUEUE,
        in: 'enqueue',
        find: 'server_id, id from resends',
        by: 'server_id, id from resends on conflict do nothing',
      },
      { file: RUN, in: 'runBatch', at: 'return await inStore(', replace: SECOND_TRANSACTION },
    ],
  },
  {
    name: 'the deliveries are enqueued in a second transaction, after the position',
    edits: [
      {
        file: BATCH,
        in: 'redeliverBatch',
        find: 'await enqueueRedelivery(',
        by: 'Object(globalThis).later = (tx: Tx) => enqueueRedelivery(',
      },
      { file: RUN, in: 'runBatch', at: 'return await inStore(', replace: SECOND_TRANSACTION },
    ],
  },
  {
    name: 'the position is the end of the window, although the batch was full before',
    file: BATCH,
    in: 'readWindow',
    at: 'where place <= ${limit}',
    replace: '    where place <= ${limit} and selected or id = (select id from numbered order by id desc limit 1)',
  },
  {
    name: 'entitlements that another transaction has locked are skipped',
    edits: [
      { file: BATCH, in: 'redeliverBatch', at: 'if (locked.length', replace: '' },
      { file: BATCH, in: 'redeliverBatch', at: 'const last = locked.', replace: '  const { last } = window' },
    ],
  },
  ...mutantsOf({
    'server/src/redelivery/select-outcomes.ts': {
      selectOutcomes: [
        ['expired entitlements are sent', "when g.ended_by = 'expiry' or g.is_due then 'expired'"],
        ['waiting deliveries are sent again', "when bool_or(g.counts and a.waiting) then 'waiting'"],
        ['deliveries since the wipe are sent again', "when bool_or(a.ran_at >= redelivery.wiped_at) then 'delivered'"],
        [
          'servers that are not selected get deliveries',
          'and (redelivery.server_ids is null or a.server_id = any(redelivery.server_ids))',
        ],
      ],
    },
    [ENQUEUE]: {
      readItems: [
        [
          'an extending product is sent once per unit',
          "case l.rebuy when 'extend' then 1 else l.quantity end",
          'l.quantity',
        ],
      ],
    },
  }),
])
