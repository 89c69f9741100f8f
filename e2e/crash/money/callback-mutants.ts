import type { Mutant } from '../mutant.ts'

const RECEIVE = 'src/payments/receive-callback.ts'

const INSERT_EVENT =
  '  const { rows } = await sql`\n' +
  '    insert into payment_callbacks (store_id, provider, event_id, kind, checkout_id)\n' +
  '    values (${storeId}, ${provider}, ${event.eventId}, ${event.kind}, ${checkoutId})\n'
const ONCE = '    on conflict (store_id, provider, event_id) do nothing\n    returning event_id`.execute(tx)\n'

/** How a callback is received: once, in one transaction, and answered when it is done. */
export const CALLBACK_MUTANTS: Mutant[] = [
  {
    name: 'an event is looked up instead of kept unique',
    edits: [
      {
        file: 'migrations/0013_payments.sql',
        find: 'received_at timestamptz not null default now(),\n  primary key (store_id, provider, event_id)\n',
        replace: 'received_at timestamptz not null default now()\n',
      },
      {
        file: RECEIVE,
        find: INSERT_EVENT + ONCE + "  if (rows.length === 0) return 'repeated'\n",
        replace:
          '  const { rows } = await sql`select from payment_callbacks where event_id = ${event.eventId}`.execute(tx)\n' +
          "  if (rows.length > 0) return 'repeated'\n" +
          INSERT_EVENT.replace('const { rows } = ', '').trimEnd() +
          '`.execute(tx)\n',
      },
    ],
  },
  {
    name: 'events that were seen are remembered by the process',
    short: true,
    edits: [
      {
        file: RECEIVE,
        find: INSERT_EVENT + ONCE + "  if (rows.length === 0) return 'repeated'\n",
        replace: "  if (seen.has(event.eventId)) return 'repeated'\n  seen.add(event.eventId)\n",
      },
      {
        file: RECEIVE,
        find: 'async function applyOnce(',
        replace: 'const seen = new Set()\nasync function applyOnce(',
      },
    ],
  },
  {
    name: 'an event is noted in a transaction of its own',
    edits: [
      {
        file: RECEIVE,
        find: '  return applyFacts(tx, { storeId, provider, checkoutId, facts })\n',
        replace: "  return 'noted' as never\n",
      },
      {
        file: RECEIVE,
        find: "  if (result !== 'unmatched') return result\n",
        replace:
          "  const checkoutId = parseId<CheckoutId>('chk', first.checkoutId ?? '')\n" +
          "  if ((result as string) === 'noted' && checkoutId)\n" +
          '    return inStore(db, storeId, (tx) => applyFacts(tx, { storeId, provider, checkoutId, facts: first }))\n' +
          "  if (result !== 'unmatched') return result\n",
      },
    ],
  },
  {
    name: 'a callback is answered first and worked on afterwards',
    edits: [
      {
        file: RECEIVE,
        find: '  return receiveCallbackEvent({ db, connection }, { storeId, provider, event })\n',
        replace:
          '  void receiveCallbackEvent({ db, connection }, { storeId, provider, event }).catch(() => undefined)\n' +
          "  return 'ignored'\n",
      },
    ],
  },
  {
    name: 'a commit does not wait for the disk',
    edits: [{ file: 'src/db/database.ts', find: '-c synchronous_commit=on', replace: '-c synchronous_commit=off' }],
  },
  {
    name: 'what is paid is queued in a second transaction',
    edits: [
      {
        file: 'src/checkouts/buy/approve-checkout.ts',
        find: '  return enqueueDeliveries(tx, buildApprovals(checkout))\n',
        replace: '  toQueue.push(...buildApprovals(checkout))\n  return []\n',
      },
      {
        file: 'src/checkouts/buy/approve-checkout.ts',
        find: 'function buildApprovals(',
        replace:
          'const toQueue: NewDelivery[] = []\n' +
          'export async function queuePaid(tx: Tx, checkoutId: CheckoutId) {\n' +
          '  const own = toQueue.filter((command) => command.checkoutId === checkoutId)\n' +
          '  for (const command of own) toQueue.splice(toQueue.indexOf(command), 1)\n' +
          "  const paid = await sql`select from checkouts where id = ${checkoutId} and state = 'paid' for no key update`.execute(tx)\n" +
          '  return paid.rows.length > 0 ? enqueueDeliveries(tx, own) : []\n}\n\nfunction buildApprovals(',
      },
      {
        file: 'src/checkouts/buy/approve-checkout.ts',
        find: "import type { Tx } from '../../db/database.ts'\n",
        replace: "import { sql } from 'kysely'\nimport type { Tx } from '../../db/database.ts'\n",
      },
      {
        file: RECEIVE,
        find: "  if (result !== 'unmatched') return result\n",
        replace:
          "  const checkoutId = parseId<CheckoutId>('chk', first.checkoutId ?? '')\n" +
          "  if (result === 'applied' && checkoutId) await inStore(db, storeId, (tx) => queuePaid(tx, checkoutId))\n" +
          "  if (result !== 'unmatched') return result\n",
      },
      {
        file: RECEIVE,
        find: "import { applyFacts } from './apply-facts.ts'\n",
        replace:
          "import { applyFacts } from './apply-facts.ts'\nimport { queuePaid } from '../checkouts/approve-checkout.ts'\n",
      },
      {
        file: 'src/payments/reconcile-due-payments.ts',
        find: 'abandonPayment(tx, { storeId, checkoutId })\n  })\n',
        replace:
          'abandonPayment(tx, { storeId, checkoutId })\n  })\n  await inStore(db, storeId, (tx) => queuePaid(tx, checkoutId))\n',
      },
      {
        file: 'src/payments/reconcile-due-payments.ts',
        find: "import { applyFacts } from './apply-facts.ts'\n",
        replace:
          "import { applyFacts } from './apply-facts.ts'\nimport { queuePaid } from '../checkouts/approve-checkout.ts'\n",
      },
    ],
  },
  {
    name: 'a checkout is not locked while facts are applied',
    edits: [{ file: 'src/payments/apply-facts.ts', find: '\n    for no key update of c, p`', replace: '`' }],
  },
  {
    name: 'the payment is read without its lock',
    edits: [
      { file: 'src/payments/apply-facts.ts', find: 'for no key update of c, p`', replace: 'for no key update of c`' },
    ],
  },
]
