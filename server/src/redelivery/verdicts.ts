import { type RawBuilder, sql } from 'kysely'
import type { StoreId } from '../ids.ts'

type Question = {
  storeId: StoreId
  /** A row with the columns of a redelivery: the choice and its moments, which stay in the database, to the microsecond. */
  frame: RawBuilder<unknown>
  /** Which entitlements `e` to look at. */
  which: RawBuilder<unknown>
}

/**
 * Decides about each thing that a player bought, on each server that it was queued for. The dry run and the sending ask by
 * this same text, so they cannot differ. What a product that extends was bought for is one thing, however often it was
 * bought, and the newest purchase that was delivered there stands for it.
 */
export function verdicts({ storeId, frame, which }: Question): RawBuilder<unknown> {
  return sql`
    with frame as materialized (${frame}),
    looked as (
      select e.id, e.product_id, e.game_user_id, e.ended_by, e.ended_at is null and e.until <= now() as is_over
      from entitlements e cross join frame
      where e.store_id = ${storeId} and ${which} and ${isChosen}),
    fed as (
      select e.*, g.checkout_id, g.line_no, g.granted_at, g.revoked_at is null as counts,
        (g.revoked_at is null or e.ended_by is not null) and g.granted_at <= frame.created_at
          and g.granted_at >= coalesce(frame.purchased_from, '-infinity')
          and g.granted_at < coalesce(frame.purchased_until, 'infinity') as in_time
      from looked e cross join frame
      join grants g on g.store_id = ${storeId} and g.entitlement_id = e.id),
    verdict as (
      select f.id as entitlement_id, f.product_id, f.game_user_id, a.server_id,
        case
          when f.ended_by = 'expiry' or f.is_over then 'expired'
          when f.ended_by = 'refund' then 'refunded'
          when bool_or(f.counts and a.waiting) then 'waiting'
          when bool_or(a.ran_at >= frame.wiped_at) then 'delivered'
          when bool_or(f.counts and a.ran_at is not null) then 'sent'
          else 'cancelled'
        end as outcome,
        (array_agg(a.id order by f.granted_at desc, f.checkout_id desc, f.line_no desc, a.is_repeat, a.id)
          filter (where f.counts and a.ran_at is not null))[1] as delivery_id,
        (array_agg(f.checkout_id order by f.granted_at desc, f.checkout_id desc, f.line_no desc)
          filter (where f.counts and a.ran_at is not null))[1] as checkout_id,
        (array_agg(f.line_no order by f.granted_at desc, f.checkout_id desc, f.line_no desc)
          filter (where f.counts and a.ran_at is not null))[1] as line_no
      from fed f cross join frame
      join (${approvals(storeId)}) a on a.checkout_id = f.checkout_id and f.line_no = any(a.line_nos)
        and (frame.server_ids is null or a.server_id = any(frame.server_ids))
      group by f.id, f.product_id, f.game_user_id, f.ended_by, f.is_over, a.server_id
      having bool_or(f.in_time))`
}

/**
 * Whether an entitlement `e` is one that the `frame` speaks of, as far as its own row tells. A player who was erased is
 * nobody that a game could give something to.
 */
export const isChosen = sql`(frame.product_ids is null or e.product_id = any(frame.product_ids))
  and (frame.game_user_ids is null or e.game_user_id = any(frame.game_user_ids))
  and e.game_user_id !~ '^erased-[0-9a-z]{26}$'`

/** What was cancelled after it was offered may have run all the same: then a late report says so. */
function approvals(storeId: StoreId): RawBuilder<unknown> {
  return sql`
    select id, checkout_id, server_id, line_nos, resend_of is not null as is_repeat, true as waiting,
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
