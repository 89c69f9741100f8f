import type { Mutant } from '../crash/mutant.ts'

const MARK =
  '  await sql`\n    update redeliveries set last_entitlement_id = ${reached} where store_id = ${storeId} and id = ${redeliveryId}`.execute(tx)\n'
const STEP = 'return await inStore(app, asked.storeId, (tx) => sendBatch(tx, asked))'

/** Faults that somebody could have written; each must be noticed by the same trial. */
export const MUTANTS: Mutant[] = [
  {
    name: 'the mark is moved in a transaction of its own, behind the batch',
    edits: [
      {
        file: 'src/redelivery/send-batch.ts',
        find: MARK,
        replace: '  Object.assign(asked, { mark: reached })\n',
      },
      {
        file: 'src/redelivery/send-batch.ts',
        find: '{ alone, ...asked }: Asked & { alone: boolean }',
        replace: 'asked: Asked & { alone: boolean }',
      },
      {
        file: 'src/redelivery/send-batch.ts',
        find: '  const { storeId, redeliveryId } = asked\n',
        replace: '  const { storeId, redeliveryId, alone } = asked\n',
      },
      {
        file: 'src/redelivery/queue-again.ts',
        find: 'entitlement_id, server_id, id from again`',
        replace: 'entitlement_id, server_id, id from again on conflict do nothing`',
      },
      {
        file: 'src/redelivery/run-redeliveries.ts',
        find: STEP,
        replace:
          'const progress = await inStore(app, asked.storeId, (tx) => sendBatch(tx, asked))\n' +
          "    if ('mark' in asked) await inStore(app, asked.storeId, (tx) => tx.updateTable('redeliveries').set({ last_entitlement_id: asked.mark as never })" +
          ".where('store_id', '=', asked.storeId).where('id', '=', asked.redeliveryId).execute())\n    return progress",
      },
    ],
  },
  {
    name: 'the mark is moved in a transaction of its own, before the batch',
    edits: [
      {
        file: 'src/redelivery/send-batch.ts',
        find: '  await queueAgain(tx, { ...asked, ids: [...near.ended.filter((id) => id <= reached), ...held] })\n',
        replace:
          '  Object.assign(asked, { later: (tx: Tx) => queueAgain(tx, { ...asked, ids: [...near.ended.filter((id) => id <= reached), ...held] }) })\n',
      },
      {
        file: 'src/redelivery/send-batch.ts',
        find: '{ alone, ...asked }: Asked & { alone: boolean }',
        replace: 'asked: Asked & { alone: boolean }',
      },
      {
        file: 'src/redelivery/send-batch.ts',
        find: '  const { storeId, redeliveryId } = asked\n',
        replace: '  const { storeId, redeliveryId, alone } = asked\n',
      },
      {
        file: 'src/redelivery/run-redeliveries.ts',
        find: STEP,
        replace:
          'const progress = await inStore(app, asked.storeId, (tx) => sendBatch(tx, asked))\n' +
          "    if ('later' in asked) await inStore(app, asked.storeId, asked.later as never)\n    return progress",
      },
    ],
  },
  {
    name: 'the mark is moved to the end of the window, although the batch was full before',
    edits: [
      {
        file: 'src/redelivery/send-batch.ts',
        find: '(chosen or id = (select id from numbered where place <= ${most} order by id desc limit 1))',
        replace: 'chosen or id = (select id from numbered order by id desc limit 1)',
      },
    ],
  },
  {
    name: 'what somebody has in hand is passed over',
    edits: [
      {
        file: 'src/redelivery/send-batch.ts',
        find: 'const reached = held.length === near.live.length ? near.last : (held.at(-1) ?? near.last)\n',
        replace: 'const reached = near.last\n',
      },
      {
        file: 'src/redelivery/send-batch.ts',
        find: "  if (held.length === 0 && near.live.length > 0) return 'blocked'\n",
        replace: '',
      },
    ],
  },
  {
    name: 'what has expired is given again',
    edits: [
      {
        file: 'src/redelivery/verdicts.ts',
        find: "          when f.ended_by = 'expiry' or f.is_over then 'expired'\n",
        replace: '',
      },
    ],
  },
  {
    name: 'what still waits is given again',
    edits: [
      {
        file: 'src/redelivery/verdicts.ts',
        find: "          when bool_or(f.counts and a.waiting) then 'waiting'\n",
        replace: '',
      },
    ],
  },
  {
    name: 'what was delivered since the wipe is given again',
    edits: [
      {
        file: 'src/redelivery/verdicts.ts',
        find: "          when bool_or(a.ran_at >= frame.wiped_at) then 'delivered'\n",
        replace: '',
      },
    ],
  },
  {
    name: 'servers that were not wiped get it too',
    edits: [
      {
        file: 'src/redelivery/verdicts.ts',
        find: '        and (frame.server_ids is null or a.server_id = any(frame.server_ids))\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a rank that was bought for two months is given twice',
    edits: [
      {
        file: 'src/redelivery/queue-again.ts',
        find: "case l.rebuy when 'extend' then 1 else l.quantity end",
        replace: 'l.quantity',
      },
    ],
  },
]
