import { defineMutants } from '../../kit/mutants/mutant.ts'
import { COMMIT_WITHOUT_DISK, ENQUEUE_LATER } from '../transaction-edits.ts'

const RECEIVE = 'server/src/payments/receive-callback.ts'
const LOCK = { file: 'server/src/payments/apply-facts.ts', in: 'lockPayment', find: 'for no key update of c, p' }

/** A callback must be received once, in one transaction, with a response after the commit. */
export const CALLBACK_MUTANTS = defineMutants([
  {
    name: 'an event is looked up instead of unique',
    edits: [
      {
        file: 'server/migrations/0013_payments.sql',
        at: 'primary key (store_id, provider,',
        replace: '  check (kind is not null)',
      },
      {
        file: RECEIVE,
        in: 'applyOnce',
        at: 'const { rows } =',
        replace:
          '  const { rows } = await sql`select from payment_callbacks where event_id = ${event.eventId}`.execute(tx)',
      },
      {
        file: RECEIVE,
        in: 'applyOnce',
        at: 'if (rows.length ===',
        replace: `
  if (rows.length > 0) return 'repeated'
  await sql\`
    insert into payment_callbacks (store_id, provider, event_id, kind, checkout_id)
    values (\${storeId}, \${provider}, \${event.eventId}, \${event.kind}, \${checkoutId})\`.execute(tx)`,
      },
    ],
  },
  {
    name: 'processed events are remembered in the process',
    short: true,
    edits: [
      { file: RECEIVE, in: 'applyOnce', at: 'const { rows } =', replace: '' },
      {
        file: RECEIVE,
        in: 'applyOnce',
        at: 'if (rows.length ===',
        replace: `
  const seen: Set<string> = ((globalThis as any).seenEvents ??= new Set())
  if (seen.has(event.eventId)) return 'repeated'
  seen.add(event.eventId)`,
      },
    ],
  },
  {
    name: 'an event is stored in its own transaction',
    edits: [
      { file: RECEIVE, in: 'applyOnce', at: 'return applyFacts(', replace: "  return 'stored' as never" },
      {
        file: RECEIVE,
        in: 'receiveCallbackEvent',
        at: "if (result !== 'unmatched')",
        before: `
  const checkoutId = parseId<CheckoutId>('chk', first.checkoutId ?? '')
  if ((result as string) === 'stored' && checkoutId)
    return inStore(db, storeId, (tx) => applyFacts(tx, { storeId, provider, checkoutId, facts: first }))`,
      },
    ],
  },
  {
    name: 'a callback is answered first and processed afterwards',
    file: RECEIVE,
    in: 'receiveCallback',
    at: 'const result = await',
    replace: `
  void receiveCallbackEvent({ db, connection }, { storeId, provider, event }).catch(() => undefined)
  return 'ignored'`,
  },
  { name: 'a commit does not wait for the disk', edits: COMMIT_WITHOUT_DISK },
  { name: 'a paid checkout is enqueued in a second transaction', edits: ENQUEUE_LATER },
  { name: 'a checkout is not locked while facts are applied', ...LOCK, by: '' },
  { name: 'the payment is read without a lock', ...LOCK, by: 'for no key update of c' },
])
