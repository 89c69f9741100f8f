import { CODE_INVARIANTS } from './code-invariants.ts'
import { GIFT_CARD_INVARIANTS } from './gift-card-invariants.ts'
import type { Invariant } from './invariant.ts'

/** All pending and finished deliveries, one row for each of their lines, and all grants. */
const DELIVERIES = `
  deliveries as (
    select store_id, id, server_id, position, checkout_id, delivery_type, unit, resend_of, created_at,
      'pending' as state, null as cancelled_by, dispatched_at is not null as dispatched, line_no
    from pending_deliveries cross join unnest(line_nos) as line_no
    union all
    select store_id, id, server_id, position, checkout_id, delivery_type, unit, resend_of, created_at,
      state, cancelled_by, dispatched_at is not null or state = 'processed', line_no
    from delivery_ledger cross join unnest(line_nos) as line_no
  ),
  -- Planned alone: together with the rest, the planner once joined entitlements and lines by nothing but their store.
  granted as materialized (
    select g.store_id, g.checkout_id, g.line_no, g.entitlement_id, g.revoked_at, g.granted_at, g.expire_product, g.server_ids,
      e.ended_at, e.ended_by, e.rebuy, e.until, l.refund_commands
    from grants g
    join entitlements e on e.store_id = g.store_id and e.id = g.entitlement_id
    join checkout_lines l on l.store_id = g.store_id and l.checkout_id = g.checkout_id and l.line_no = g.line_no
  )`

export const INVARIANTS: Invariant[] = [
  {
    name: 'every paid line is pending or delivered on every server that it was sold for',
    kind: 'lost',
    query: `with ${DELIVERIES}
      select l.store_id, l.checkout_id, l.line_no, target as server_id from checkout_lines l
      join checkouts c on c.store_id = l.store_id and c.id = l.checkout_id and c.state = 'paid'
      cross join lateral unnest(case when cardinality(l.server_ids) > 0 then l.server_ids else array[null::uuid] end) as target
      where l.refunded_at is null and l.withdrawn_at is null and not l.is_gift_card and l.renewal_of is null and not exists (
        select from deliveries e
        where e.store_id = l.store_id and e.checkout_id = l.checkout_id and e.line_no = l.line_no and e.delivery_type = 'APPROVE'
          and e.cancelled_by is distinct from 'refund' and (target is null or e.server_id = target))`,
  },
  {
    name: 'every paid line has exactly one grant, which is revoked if the line is refunded or disputed',
    kind: 'wrong',
    query: `select l.store_id, l.checkout_id, l.line_no from checkout_lines l
      join checkouts c on c.store_id = l.store_id and c.id = l.checkout_id and c.state in ('paid', 'refunded', 'disputed')
      left join grants g on g.store_id = l.store_id and g.checkout_id = l.checkout_id and g.line_no = l.line_no
      where not l.is_gift_card and (
        g.entitlement_id is null or (g.revoked_at is null) <> (l.refunded_at is null and l.withdrawn_at is null and c.state <> 'disputed'))`,
  },
  {
    name: 'an unpaid checkout has no grants and no deliveries',
    kind: 'wrong',
    query: `select c.store_id, c.id from checkouts c
      where c.state in ('open', 'abandoned') and (
        exists (select from grants g where g.store_id = c.store_id and g.checkout_id = c.id)
        or exists (select from pending_deliveries p where p.store_id = c.store_id and p.checkout_id = c.id))`,
  },
  {
    name: 'a refunded or disputed payment revokes its checkout',
    kind: 'lost',
    query: `select p.store_id, p.checkout_id, c.state from payments p
      join checkouts c on c.store_id = p.store_id and c.id = p.checkout_id
      where c.state in ('paid', 'disputed') and (
        p.refunded_minor >= p.amount_minor or (p.dispute <> 'none' and c.state = 'paid'))`,
  },
  {
    name: 'every open checkout with a payment is scheduled for reconciliation',
    kind: 'lost',
    query: `select p.store_id, p.checkout_id from payments p
      join checkouts c on c.store_id = p.store_id and c.id = p.checkout_id
      where c.state = 'open' and p.reconcile_at is null`,
  },
  {
    name: 'no reconciliation is more than 15 minutes late',
    kind: 'late',
    query:
      "select store_id, checkout_id, reconcile_at from payments where reconcile_at < now() - interval '15 minutes'",
  },
  {
    name: 'all lines of a finished refund are refunded',
    kind: 'wrong',
    query: `select r.store_id, r.id, l.line_no from payment_refunds r
      join payments p on p.store_id = r.store_id and p.checkout_id = r.checkout_id and p.returned_at is null
      join checkout_lines l on l.store_id = r.store_id and l.checkout_id = r.checkout_id and l.line_no = any(r.line_nos)
      where r.state = 'done' and l.refunded_at is null`,
  },
  {
    name: 'money that arrived has paid its checkout or is returned',
    kind: 'lost',
    query: `select p.store_id, p.checkout_id from payments p
      join checkouts c on c.store_id = p.store_id and c.id = p.checkout_id
      where c.state in ('open', 'abandoned') and p.payment_ref is not null and p.returned_at is null
        and p.refunded_minor = 0 and p.dispute = 'none'
        and not exists (select from grants g where g.store_id = c.store_id and g.checkout_id = c.id)`,
  },
  {
    name: 'money that came too late is returned or parked, and its checkout is not paid',
    kind: 'lost',
    query: `select p.store_id, p.checkout_id, c.state from payments p
      join checkouts c on c.store_id = p.store_id and c.id = p.checkout_id
      where p.returned_at is not null and (c.state <> 'abandoned' or p.refunded_minor < p.amount_minor and not exists (
          select from payment_refunds r where r.store_id = p.store_id and r.checkout_id = p.checkout_id and r.state <> 'failed')
        and not exists (select from parked_payments k where k.store_id = p.store_id and k.checkout_id = p.checkout_id
          and k.reason = 'return_refused'))`,
  },
  {
    name: 'no more was sold of a product than its stock',
    kind: 'wrong',
    query: 'select store_id, id, stock from products where stock < 0',
  },
  {
    name: 'no line is delivered, refunded or expired twice on a server',
    kind: 'doubled',
    query: `with ${DELIVERIES}
      select store_id, checkout_id, line_no, server_id, delivery_type, count(*) as times from deliveries
      where resend_of is null
      group by store_id, checkout_id, line_no, server_id, delivery_type, unit having count(*) > 1`,
  },
  {
    name: 'no delivery is in the queue and in the ledger',
    kind: 'doubled',
    query:
      'select p.store_id, p.id from pending_deliveries p join delivery_ledger l on l.store_id = p.store_id and l.id = p.id',
  },
  {
    name: 'no delivery is without a server in a store that has one',
    kind: 'lost',
    query: `select p.store_id, p.id from pending_deliveries p
      join stores s on s.id = p.store_id where p.server_id is null and s.default_server_id is not null`,
  },
  {
    name: 'a refunded entitlement has a REFUND on every server that received a dispatch',
    kind: 'lost',
    query: `with ${DELIVERIES},
      taken as (
        select distinct h.store_id, h.entitlement_id, r.server_id from granted h
        join deliveries r on r.store_id = h.store_id and r.checkout_id = h.checkout_id and r.line_no = h.line_no
          and r.delivery_type = 'REFUND')
      select h.store_id, h.entitlement_id, a.server_id from granted h
      join deliveries a on a.store_id = h.store_id and a.checkout_id = h.checkout_id and a.line_no = h.line_no
        and a.delivery_type = 'APPROVE' and a.dispatched
      left join taken t on t.store_id = h.store_id and t.entitlement_id = h.entitlement_id
        and t.server_id is not distinct from a.server_id
      where h.ended_by = 'refund' and h.revoked_at is not null and t.store_id is null
      group by h.store_id, h.entitlement_id, a.server_id having bool_and(cardinality(h.refund_commands) > 0)`,
  },
  {
    name: 'an entitlement has at most one REFUND on a server',
    kind: 'doubled',
    query: `with ${DELIVERIES}
      select h.store_id, h.entitlement_id, r.server_id, count(*) as times from granted h
      join deliveries r on r.store_id = h.store_id and r.checkout_id = h.checkout_id and r.line_no = h.line_no
        and r.delivery_type = 'REFUND' and r.resend_of is null
      group by h.store_id, h.entitlement_id, r.server_id having count(*) > 1`,
  },
  {
    name: 'no REFUND exists without a dispatch, or while another purchase grants the product',
    kind: 'wrong',
    query: `with ${DELIVERIES},
      given as (
        select distinct store_id, checkout_id, line_no, server_id from deliveries where delivery_type = 'APPROVE' and dispatched)
      select r.store_id, r.checkout_id, r.line_no, r.server_id from deliveries r
      join granted h on h.store_id = r.store_id and h.checkout_id = r.checkout_id and h.line_no = r.line_no
      left join given g on g.store_id = r.store_id and g.checkout_id = r.checkout_id and g.line_no = r.line_no
        and g.server_id is not distinct from r.server_id
      where r.delivery_type = 'REFUND' and (
        g.store_id is null or h.ended_by is null or (h.ended_by = 'expiry' and h.expire_product is not null))`,
  },
  {
    name: 'every expired entitlement has an EXPIRE on every server that has it',
    kind: 'lost',
    query: `with ${DELIVERIES},
      last_grant as (
        select distinct on (store_id, entitlement_id) * from granted
        where ended_by = 'expiry' and (revoked_at is null or revoked_at > ended_at)
        order by store_id, entitlement_id, granted_at desc, checkout_id desc, line_no desc)
      select distinct g.store_id, g.entitlement_id, a.server_id from last_grant g
      join granted h on h.store_id = g.store_id and h.entitlement_id = g.entitlement_id
      join deliveries a on a.store_id = h.store_id and a.checkout_id = h.checkout_id and a.line_no = h.line_no
        and a.delivery_type = 'APPROVE' and (a.dispatched or a.state = 'pending')
      where g.expire_product is not null and not exists (
        select from granted other
        join deliveries e on e.store_id = other.store_id and e.checkout_id = other.checkout_id and e.line_no = other.line_no
        where other.store_id = g.store_id and other.entitlement_id = g.entitlement_id and e.delivery_type = 'EXPIRE'
          and e.cancelled_by is distinct from 'refund' and e.server_id is not distinct from a.server_id)`,
  },
  {
    name: 'every withdrawn purchase was refunded or has expired',
    kind: 'lost',
    query: `select p.store_id, p.id from pending_deliveries p
      where p.hold_reason = 'withdrawn' and not exists (
        select from grants g
        join entitlements e on e.store_id = g.store_id and e.id = g.entitlement_id
        where g.store_id = p.store_id and g.checkout_id = p.checkout_id and g.line_no = any(p.line_nos)
          and (g.revoked_at is not null or e.ended_by = 'expiry'))`,
  },
  {
    name: 'no EXPIRE is created before the end of its entitlement',
    kind: 'wrong',
    query: `with ${DELIVERIES}
      select e.store_id, e.id, h.until from deliveries e
      join granted h on h.store_id = e.store_id and h.checkout_id = e.checkout_id and h.line_no = e.line_no
      where e.delivery_type = 'EXPIRE' and (h.ended_by is distinct from 'expiry' or e.created_at < h.until)`,
  },
  {
    name: 'no expiry is more than a minute late',
    kind: 'late',
    query:
      "select store_id, id, until from entitlements where ended_at is null and until < now() - interval '1 minute'",
  },
  {
    name: 'no retry is more than a minute late',
    kind: 'late',
    query: "select store_id, id, retry_at from pending_deliveries where retry_at < now() - interval '1 minute'",
  },
  {
    name: 'an APPROVE is before its REFUND and EXPIRE in the queue',
    kind: 'wrong',
    query: `with ${DELIVERIES}
      select t.store_id, t.id from deliveries t
      join deliveries a on a.store_id = t.store_id and a.checkout_id = t.checkout_id and a.line_no = t.line_no
        and a.delivery_type = 'APPROVE' and a.resend_of is null and a.server_id is not distinct from t.server_id
      where t.delivery_type <> 'APPROVE' and t.position < a.position`,
  },
  {
    name: 'the end of an entitlement follows from its grants',
    kind: 'wrong',
    query:
      'select store_id, id, until from entitlements where ended_at is null and until <> entitled_until(store_id, id)',
  },
  {
    name: 'a checkout is refunded if and only if all of its lines are',
    kind: 'wrong',
    query: `select c.store_id, c.id from checkouts c
      join checkout_lines l on l.store_id = c.store_id and l.checkout_id = c.id
      where c.state in ('paid', 'refunded')
      group by c.store_id, c.id, c.state having bool_and(l.refunded_at is not null) <> (c.state = 'refunded')`,
  },
  ...GIFT_CARD_INVARIANTS,
  ...CODE_INVARIANTS,
]
