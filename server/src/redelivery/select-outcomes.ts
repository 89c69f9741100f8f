import { type RawBuilder, sql } from 'kysely'
import type { StoreId } from '../ids.ts'

type Options = {
  storeId: StoreId
  /** A query for one row with the columns of a redelivery. As a query, because a Date would lose the microseconds. */
  redelivery: RawBuilder<unknown>
  /** A condition on the entitlements `e`. */
  condition: RawBuilder<unknown>
}

/**
 * A `with` clause for the relation `outcomes`: one row for each selected entitlement and server. The preview and the
 * redelivery share it, so that they cannot differ. An entitlement that several purchases grant is sent once, for the
 * newest purchase that was delivered to the server.
 */
export function selectOutcomes({ storeId, redelivery, condition }: Options): RawBuilder<unknown> {
  return sql`
    with redelivery as materialized (${redelivery}),
    selected as (
      select e.id, e.product_id, e.game_user_id, e.ended_by, e.ended_at is null and e.until <= now() as is_due
      from entitlements e cross join redelivery
      where e.store_id = ${storeId} and ${condition} and ${isSelected}),
    granted as (
      select e.*, g.checkout_id, g.line_no, g.granted_at, g.revoked_at is null as counts,
        (g.revoked_at is null or e.ended_by is not null) and g.granted_at <= redelivery.created_at
          and g.granted_at >= coalesce(redelivery.purchased_from, '-infinity')
          and g.granted_at < coalesce(redelivery.purchased_until, 'infinity') as in_period
      from selected e cross join redelivery
      join grants g on g.store_id = ${storeId} and g.entitlement_id = e.id),
    outcomes as (
      select g.id as entitlement_id, g.product_id, g.game_user_id, a.server_id,
        case
          when g.ended_by = 'expiry' or g.is_due then 'expired'
          when g.ended_by = 'refund' then 'refunded'
          when bool_or(g.counts and a.waiting) then 'waiting'
          when bool_or(a.ran_at >= redelivery.wiped_at) then 'delivered'
          when bool_or(g.counts and a.ran_at is not null) then 'sent'
          else 'cancelled'
        end as outcome,
        (array_agg(a.id order by g.granted_at desc, g.checkout_id desc, g.line_no desc, a.is_resend, a.id)
          filter (where g.counts and a.ran_at is not null))[1] as delivery_id,
        (array_agg(g.checkout_id order by g.granted_at desc, g.checkout_id desc, g.line_no desc)
          filter (where g.counts and a.ran_at is not null))[1] as checkout_id,
        (array_agg(g.line_no order by g.granted_at desc, g.checkout_id desc, g.line_no desc)
          filter (where g.counts and a.ran_at is not null))[1] as line_no
      from granted g cross join redelivery
      join (${approvals(storeId)}) a on a.checkout_id = g.checkout_id and g.line_no = any(a.line_nos)
        and (redelivery.server_ids is null or a.server_id = any(redelivery.server_ids))
      group by g.id, g.product_id, g.game_user_id, g.ended_by, g.is_due, a.server_id
      having bool_or(g.in_period))`
}

/** Whether the relation `redelivery` selects an entitlement `e`, as far as its row tells. Erased players get nothing. */
export const isSelected = sql`(redelivery.product_ids is null or e.product_id = any(redelivery.product_ids))
  and (redelivery.game_user_ids is null or e.game_user_id = any(redelivery.game_user_ids))
  and e.game_user_id !~ '^erased-[0-9a-z]{26}$'`

/** A delivery that was cancelled after the dispatch can still have run, if a late report says so. */
function approvals(storeId: StoreId): RawBuilder<unknown> {
  return sql`
    select id, checkout_id, server_id, line_nos, resend_of is not null as is_resend, true as waiting,
      null::timestamptz as ran_at
    from pending_deliveries
    where store_id = ${storeId} and delivery_type = 'APPROVE' and server_id is not null
    union all
    select id, checkout_id, server_id, line_nos, resend_of is not null, false,
      case state when 'processed' then finished_at else late_report_at end
    from delivery_ledger
    where store_id = ${storeId} and delivery_type = 'APPROVE' and server_id is not null
      and cancelled_by is distinct from 'refund'`
}
