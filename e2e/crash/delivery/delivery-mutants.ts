import { defineMutants } from '../../kit/mutants/mutant.ts'
import { COMMIT_WITHOUT_DISK, ENQUEUE_LATER } from '../transaction-edits.ts'

const INSERT = 'server/src/checkouts/buy/insert-checkouts.ts'
const ENQUEUE = 'server/src/delivery/queue/enqueue-deliveries.ts'
const MOVE = 'server/src/delivery/ledger/move-to-ledger.ts'
const EXPIRE = 'server/src/entitlements/expire-entitlements'

export const DELIVERY_MUTANTS = defineMutants([
  { name: 'a commit does not wait for the disk', edits: COMMIT_WITHOUT_DISK },
  {
    name: 'a request succeeds before the commit',
    file: 'server/src/db/database.ts',
    in: 'inStore',
    at: 'return retryDeadlocks(',
    // With a pause. Otherwise the commit reaches the database together with the response, and only a kill of the
    // database within the next 5 ms undoes it.
    replace: `
  return new Promise<T>((resolve, reject) => {
    const execution = db.transaction().execute(async (tx) => {
      await moveToStore(tx, storeId)
      resolve(await work(tx))
      await new Promise((commit) => setTimeout(commit, 20))
    })
    execution.catch(reject)
  })`,
  },
  {
    name: 'a reference is looked up instead of unique',
    edits: [
      { file: 'server/migrations/0012_checkouts.sql', find: 'create unique index', by: 'create index' },
      {
        file: INSERT,
        in: 'insertCheckouts',
        find: 'on conflict (store_id, reference) where reference is not null do nothing',
        by: '',
      },
      {
        file: INSERT,
        in: 'insertCheckouts',
        at: 'const { rows } =',
        before: `
  const known = await sql\`select from checkouts where store_id = \${storeId} and reference = \${checkouts[0]?.reference ?? null}\`.execute(tx)
  if (known.rows.length > 0) return []`,
      },
    ],
  },
  { name: 'deliveries are enqueued in a second transaction', short: true, edits: ENQUEUE_LATER },
  {
    name: 'a refund cancels a delivery that a game server may have run',
    edits: [
      {
        file: 'server/src/delivery/read/deliveries-of-checkouts.ts',
        in: 'deliveriesOfCheckouts',
        find: 'dispatched_at is not null as dispatched',
        by: 'false as dispatched',
      },
      {
        file: 'server/migrations/0008_delivery.sql',
        at: 'constraint delivery_ledger_refund_before_dispatch',
        replace: '',
      },
    ],
  },
  {
    name: 'a delivery is dispatched before its dispatch is stored',
    edits: [
      {
        file: 'server/src/delivery/queue/delivery-queue.ts',
        in: 'dispatchReady',
        at: 'const contents =',
        replace: `
      void mark({ storeId, serverId, ids }).catch(() => undefined)
      const contents = new Map(deliveries.map((delivery) => [delivery.id, delivery.products]))`,
      },
      {
        file: 'server/src/delivery/queue/dispatch-selection.ts',
        in: 'dispatchSelection',
        at: 'const [fresh] = await',
        replace: `
  void markDispatched(db, [{ ...poll, ids: idsOf(false) }], { locked: 'wait' }).catch(() => undefined)
  const fresh = await readContents(db, { ...poll, ids: idsOf(false) })`,
      },
    ],
  },
  {
    name: 'a report leaves the queue and enters the ledger in two statements',
    edits: [
      {
        file: MOVE,
        in: 'statement',
        find: '(select wanted.receipt from wanted where wanted.id = moved.id limit 1), $5::text, $6::text,',
        by: 'null, $2::text, $3::text,',
      },
      {
        file: MOVE,
        in: 'statement',
        find: "case when hold_reason = 'withdrawn' and $5 = 'processed' and not $7 then now() end from moved",
        by: 'null::timestamptz from jsonb_populate_recordset(null::pending_deliveries, $1::jsonb)',
      },
      {
        file: MOVE,
        in: 'statement',
        find: 'insert into delivery_ledger (',
        by: 'select to_jsonb(moved) as taken from moved`\n\nconst INSERT = `\n  insert into delivery_ledger (',
      },
      {
        file: MOVE,
        in: 'moveToLedger',
        find: 'CompiledQuery.raw(STATEMENTS[locked], values)',
        by: 'CompiledQuery.raw(INSERT, [taken, state, cancelledBy ?? null])',
      },
      {
        file: MOVE,
        in: 'moveToLedger',
        at: 'const { rows } =',
        before: `
  void values
  const deleted = await db.executeQuery<{ taken: unknown }>(CompiledQuery.raw(STATEMENTS[locked], [...deliveryKeys(moves), null]))
  const taken = JSON.stringify(deleted.rows.map((row) => row.taken))`,
      },
    ],
  },
  {
    name: 'reports are acknowledged at once and stored later',
    file: 'server/src/http/games-v1/routes.ts',
    in: 'gamesV1',
    at: 'const processed =',
    replace: `
    const processed = deliveryId && { processedAt: new Date() }
    if (deliveryId) setTimeout(() => void mark(deliveryId).catch(() => undefined), 20)`,
  },
  {
    name: 'an entitlement ends first, and its deliveries are enqueued in a second transaction',
    edits: [
      { file: `${EXPIRE}.sql`, find: 'e.ended_at is null', by: "(e.ended_at is null or e.ended_by = 'expiry')" },
      {
        file: `${EXPIRE}.sql`,
        find: 'select held.id, held.game_user_id, held.rebuy from entitlements held',
        by: 'select held.* from (select * from entitlements where ended_at is not null) held',
      },
      { file: `${EXPIRE}.sql`, find: 'e.id = ending', by: 'e.id = ending and e.ended_at is null' },
      {
        file: `${EXPIRE}.ts`,
        in: 'expireEntitlements',
        at: 'const { rows } =',
        // With a pause, because kills do not wait for an expiry.
        after: `
  if (rows.length > 0) {
    await new Promise((enqueue) => setTimeout(enqueue, 200))
    await expire.execute(db)
  }`,
      },
    ],
  },
  {
    name: 'a purchase for several servers is enqueued for the first of them',
    file: ENQUEUE,
    in: 'enqueueDeliveries',
    find: 'values(rows)',
    by: 'values(rows.slice(0, 1))',
  },
])
