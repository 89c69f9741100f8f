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
        find: 'true as waiting, dispatched_at is not null as offered',
        replace: 'true as waiting, false as offered',
      },
      {
        file: 'migrations/0008_delivery.sql',
        find: "  constraint delivery_ledger_refund_before_dispatch check (cancelled_by is distinct from 'refund' or dispatched_at is null),\n",
        replace: '',
      },
    ],
  },
  {
    name: 'an element is handed out before its offer is noted',
    edits: [
      {
        file: 'src/delivery/queue/serve-queue.ts',
        find: 'const offered = await offer({ storeId, serverId, ids: fresh.map((command) => command.id) })\n',
        replace:
          'void offer({ storeId, serverId, ids: fresh.map((command) => command.id) }).catch(() => undefined)\n' +
          '    const offered = new Map(fresh.map((command) => [command.id, command.products]))\n',
      },
      {
        file: 'src/delivery/queue/dispatch-window.ts',
        find: 'const offered = await markDispatched(db, { ...server, ids: fresh.map((command) => command.id) })\n',
        replace:
          'void markDispatched(db, { ...server, ids: fresh.map((command) => command.id) }).catch(() => undefined)\n' +
          '  const offered = new Map(fresh.map((command) => [command.id, command.products]))\n',
      },
    ],
  },
  {
    name: 'a report leaves the queue and enters the ledger in two steps',
    edits: [
      {
        file: 'src/delivery/ledger/move-to-ledger-batch.ts',
        find: '  insert into delivery_ledger (',
        replace: '  select to_jsonb(done) as taken from done`\n\nconst KEEP = `\n  insert into delivery_ledger (',
      },
      {
        file: 'src/delivery/ledger/move-to-ledger-batch.ts',
        find: "select done.*, 'processed', (select here.receipt from here where here.id = done.id limit 1) from done\n",
        replace:
          'select store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,\n' +
          "    resend_of, created_at, dispatched_at, 'processed', null from jsonb_populate_recordset(null::pending_deliveries, $1::jsonb)\n",
      },
      {
        file: 'src/delivery/ledger/move-to-ledger-batch.ts',
        find: '  const { rows } = await',
        replace:
          '  const gone = await db.executeQuery<{ taken: unknown }>(CompiledQuery.raw(STATEMENT, [...deliveryKeys(reports), null]))\n' +
          '  const { rows } = await',
      },
      {
        file: 'src/delivery/ledger/move-to-ledger-batch.ts',
        find: '    CompiledQuery.raw(STATEMENT, [...deliveryKeys(reports), receiptsOf(reports)]),\n  )',
        replace: '    CompiledQuery.raw(KEEP, [JSON.stringify(gone.rows.map(({ taken }) => taken))]),\n  )',
      },
    ],
  },
  {
    name: 'reports are acknowledged at once and written a little later',
    short: true,
    edits: [
      {
        file: 'src/http/games-v1/routes.ts',
        find: ': await reports.admit(() => retryWhileUnavailable(deadline, () => queue.markProcessed({ ...caller, deliveryId })))',
        replace:
          ': (setTimeout(() => void queue.markProcessed({ ...caller, deliveryId }).catch(() => undefined), 20), { processedAt: new Date() })',
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
