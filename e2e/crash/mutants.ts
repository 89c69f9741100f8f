import type { Mutant } from './mutant.ts'

export const MUTANTS: Mutant[] = [
  {
    name: 'a commit does not wait for the disk',
    short: true,
    edits: [{ file: 'src/db/database.ts', find: '-c synchronous_commit=on', replace: '-c synchronous_commit=off' }],
  },
  {
    name: 'success is told before the commit',
    edits: [
      {
        file: 'src/db/database.ts',
        find:
          '    db.transaction().execute(async (tx) => {\n      await moveToStore(tx, storeId)\n' +
          '      return work(tx)\n    }),\n',
        replace:
          '    new Promise<T>((told, failed) => void db.transaction().execute(async (tx) => {\n' +
          '      await moveToStore(tx, storeId)\n      told(await work(tx))\n    }).catch(failed)),\n',
      },
    ],
  },
  {
    name: 'a reference is looked up instead of kept unique',
    edits: [
      {
        file: 'migrations/0012_checkouts.sql',
        find: 'create unique index checkouts_by_reference',
        replace: 'create index checkouts_by_reference',
      },
      {
        file: 'src/checkouts/buy/sell.ts',
        find: '  const id = newId<CheckoutId>()\n',
        replace:
          '  const known = await sql`select from checkouts where store_id = ${sale.storeId} and reference = ${sale.reference}`.execute(tx)\n' +
          '  if (known.rows.length > 0) return undefined\n  const id = newId<CheckoutId>()\n',
      },
      {
        file: 'src/checkouts/buy/sell.ts',
        find: '    on conflict (store_id, reference) where reference is not null do nothing\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a sale is approved in a second transaction',
    short: true,
    edits: [
      {
        file: 'src/checkouts/buy/sell.ts',
        find:
          '    const deliveryIds = await approveCheckout(tx, { storeId, checkoutId, gameUserId, currency, lines })\n' +
          '    return { checkoutId, deliveryIds }\n  })\n',
        replace:
          '    return { checkoutId, paid: { storeId, checkoutId, gameUserId, currency, lines } }\n  }).then(async (sold) =>\n' +
          "    'paid' in sold\n      ? { checkoutId: sold.checkoutId, deliveryIds: await inStore(db, storeId, (tx) => approveCheckout(tx, sold.paid)) }\n" +
          '      : sold)\n',
      },
    ],
  },
  {
    name: 'a refund cancels what a game server may have run',
    edits: [
      {
        file: 'src/delivery/read/deliveries-of-checkouts.ts',
        find: 'true as pending, dispatched_at is not null as dispatched',
        replace: 'true as pending, false as dispatched',
      },
      {
        file: 'migrations/0008_delivery.sql',
        find: "  constraint delivery_ledger_refund_before_dispatch check (cancelled_by is distinct from 'refund' or dispatched_at is null),\n",
        replace: '',
      },
    ],
  },
  {
    name: 'a delivery is dispatched before its dispatch is stored',
    edits: [
      {
        file: 'src/delivery/queue/delivery-queue.ts',
        find: 'const contents = ids.length === 0 ? new Map() : await mark({ storeId, serverId, ids })\n',
        replace:
          'void mark({ storeId, serverId, ids }).catch(() => undefined)\n' +
          '      const contents = new Map(deliveries.map((delivery) => [delivery.id, delivery.products]))\n',
      },
      {
        file: 'src/delivery/queue/dispatch-selection.ts',
        find: "const [fresh] = await markDispatched(db, [{ ...poll, ids: idsOf(false) }], { locked: 'wait' })\n",
        replace:
          "void markDispatched(db, [{ ...poll, ids: idsOf(false) }], { locked: 'wait' }).catch(() => undefined)\n" +
          '  const fresh = await readContents(db, { ...poll, ids: idsOf(false) })\n',
      },
    ],
  },
  {
    name: 'a report leaves the queue and enters the ledger in two steps',
    edits: [
      {
        file: 'src/delivery/ledger/move-to-ledger.ts',
        find: '  insert into delivery_ledger (',
        replace: '  select to_jsonb(moved) as taken from moved`\n\nconst INSERT = `\n  insert into delivery_ledger (',
      },
      {
        file: 'src/delivery/ledger/move-to-ledger.ts',
        find: 'select moved.*, (select wanted.receipt from wanted where wanted.id = moved.id limit 1), $5::text, $6::text from moved\n',
        replace:
          'select ${COLUMNS.join()}, null, $2::text, $3::text\n' +
          '  from jsonb_populate_recordset(null::pending_deliveries, $1::jsonb)\n',
      },
      {
        file: 'src/delivery/ledger/move-to-ledger.ts',
        find: '  const { rows } = await',
        replace:
          '  const keys = [...deliveryKeys(moves), null]\n' +
          '  const gone = await db.executeQuery<{ taken: unknown }>(CompiledQuery.raw(STATEMENTS[locked], keys))\n' +
          '  const taken = JSON.stringify(gone.rows.map((row) => row.taken))\n' +
          '  const { rows } = await',
      },
      {
        file: 'src/delivery/ledger/move-to-ledger.ts',
        find: 'CompiledQuery.raw(STATEMENTS[locked], [...deliveryKeys(moves), receiptsOf(moves), state, cancelledBy ?? null]),\n',
        replace: 'CompiledQuery.raw(INSERT, [taken, state, cancelledBy ?? null]),\n',
      },
    ],
  },
  {
    name: 'reports are acknowledged at once and written a little later',
    short: true,
    edits: [
      {
        file: 'src/http/games-v1/routes.ts',
        find: '(await limitReports(() => retryWhileUnavailable(deadline, () => mark(deliveryId))))',
        replace: '(setTimeout(() => void mark(deliveryId).catch(() => undefined), 20), { processedAt: new Date() })',
      },
    ],
  },
  {
    name: 'an expiry ends first and queues in a second transaction',
    edits: [
      {
        file: 'src/entitlements/expire-entitlements.sql',
        find: 'e.id = one.id and e.ended_at is null and',
        replace: "e.id = one.id and (e.ended_at is null or e.ended_by = 'expiry') and",
      },
      {
        file: 'src/entitlements/expire-entitlements.sql',
        find: 'rebuy from entitlements held\n      where held.store_id = store and held.id = one.id\n',
        replace:
          'rebuy from entitlements held\n      where held.store_id = store and held.id = one.id and held.ended_at is not null\n',
      },
      {
        file: 'src/entitlements/expire-entitlements.sql',
        find: 'where e.store_id = store and e.id = ending;',
        replace: 'where e.store_id = store and e.id = ending and e.ended_at is null;',
      },
      {
        file: 'src/entitlements/expire-entitlements.ts',
        find: '  const { rows } = await expire.execute(db)\n',
        replace: '  const { rows } = await expire.execute(db)\n  if (rows.length > 0) await expire.execute(db)\n',
      },
    ],
  },
  {
    name: 'a purchase for several servers is queued for the first of them',
    edits: [
      {
        file: 'src/delivery/queue/enqueue-deliveries.ts',
        find: '.values(rows).execute()',
        replace: '.values(rows.slice(0, 1)).execute()',
      },
    ],
  },
]
