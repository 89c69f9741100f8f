import type { Mutant } from '../crash/mutant.ts'

const MARK =
  '  await sql`\n    update redeliveries set last_entitlement_id = ${last} where store_id = ${storeId} and id = ${redeliveryId}`.execute(\n    tx,\n  )\n'
const STEP = 'return await inStore(app, batch.storeId, (tx) => redeliverBatch(tx, batch))'

/** Faults that somebody could have written; each must be noticed by the same trial. */
export const MUTANTS: Mutant[] = [
  {
    name: 'the mark is moved in a transaction of its own, behind the batch',
    edits: [
      {
        file: 'src/redelivery/redeliver-batch.ts',
        find: MARK,
        replace: '  Object.assign(key, { mark: last })\n',
      },
      {
        file: 'src/redelivery/redeliver-batch.ts',
        find: '{ single, ...key }: RedeliveryKey & { single: boolean }',
        replace: 'key: RedeliveryKey & { single: boolean }',
      },
      {
        file: 'src/redelivery/redeliver-batch.ts',
        find: '  const { storeId, redeliveryId } = key\n',
        replace: '  const { storeId, redeliveryId, single } = key\n',
      },
      {
        file: 'src/redelivery/enqueue-redelivery.ts',
        find: 'entitlement_id, server_id, id from resends`',
        replace: 'entitlement_id, server_id, id from resends on conflict do nothing`',
      },
      {
        file: 'src/redelivery/run-redeliveries.ts',
        find: STEP,
        replace:
          'const progress = await inStore(app, batch.storeId, (tx) => redeliverBatch(tx, batch))\n' +
          "    if ('mark' in batch) await inStore(app, batch.storeId, (tx) => tx.updateTable('redeliveries').set({ last_entitlement_id: batch.mark as never })" +
          ".where('store_id', '=', batch.storeId).where('id', '=', batch.redeliveryId).execute())\n    return progress",
      },
    ],
  },
  {
    name: 'the mark is moved in a transaction of its own, before the batch',
    edits: [
      {
        file: 'src/redelivery/redeliver-batch.ts',
        find: '  await enqueueRedelivery(tx, { ...key, ids: [...window.ended.filter((id) => id <= last), ...locked] })\n',
        replace:
          '  Object.assign(key, { later: (tx: Tx) => enqueueRedelivery(tx, { ...key, ids: [...window.ended.filter((id) => id <= last), ...locked] }) })\n',
      },
      {
        file: 'src/redelivery/redeliver-batch.ts',
        find: '{ single, ...key }: RedeliveryKey & { single: boolean }',
        replace: 'key: RedeliveryKey & { single: boolean }',
      },
      {
        file: 'src/redelivery/redeliver-batch.ts',
        find: '  const { storeId, redeliveryId } = key\n',
        replace: '  const { storeId, redeliveryId, single } = key\n',
      },
      {
        file: 'src/redelivery/run-redeliveries.ts',
        find: STEP,
        replace:
          'const progress = await inStore(app, batch.storeId, (tx) => redeliverBatch(tx, batch))\n' +
          "    if ('later' in batch) await inStore(app, batch.storeId, batch.later as never)\n    return progress",
      },
    ],
  },
  {
    name: 'the mark is moved to the end of the window, although the batch was full before',
    edits: [
      {
        file: 'src/redelivery/redeliver-batch.ts',
        find: '(selected or id = (select id from numbered where place <= ${limit} order by id desc limit 1))',
        replace: 'selected or id = (select id from numbered order by id desc limit 1)',
      },
    ],
  },
  {
    name: 'what somebody has in hand is passed over',
    edits: [
      {
        file: 'src/redelivery/redeliver-batch.ts',
        find: 'const last = locked.length === window.active.length ? window.last : (locked.at(-1) ?? window.last)\n',
        replace: 'const last = window.last\n',
      },
      {
        file: 'src/redelivery/redeliver-batch.ts',
        find: "  if (locked.length === 0 && window.active.length > 0) return 'blocked'\n",
        replace: '',
      },
    ],
  },
  {
    name: 'what has expired is given again',
    edits: [
      {
        file: 'src/redelivery/select-outcomes.ts',
        find: "          when g.ended_by = 'expiry' or g.is_due then 'expired'\n",
        replace: '',
      },
    ],
  },
  {
    name: 'what still waits is given again',
    edits: [
      {
        file: 'src/redelivery/select-outcomes.ts',
        find: "          when bool_or(g.counts and a.waiting) then 'waiting'\n",
        replace: '',
      },
    ],
  },
  {
    name: 'what was delivered since the wipe is given again',
    edits: [
      {
        file: 'src/redelivery/select-outcomes.ts',
        find: "          when bool_or(a.ran_at >= redelivery.wiped_at) then 'delivered'\n",
        replace: '',
      },
    ],
  },
  {
    name: 'servers that were not wiped get it too',
    edits: [
      {
        file: 'src/redelivery/select-outcomes.ts',
        find: '        and (redelivery.server_ids is null or a.server_id = any(redelivery.server_ids))\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a rank that was bought for two months is given twice',
    edits: [
      {
        file: 'src/redelivery/enqueue-redelivery.ts',
        find: "case l.rebuy when 'extend' then 1 else l.quantity end",
        replace: 'l.quantity',
      },
    ],
  },
]
