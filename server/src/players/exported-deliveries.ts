import { type RawBuilder, sql } from 'kysely'
import type { PlayerKey } from './show-player.ts'

/** The entitlements of a player, with their grants. */
export function exportedEntitlements({ storeId, gameUserId }: PlayerKey): RawBuilder<Record<string, unknown>> {
  return sql`
    with granted as (
      select g.entitlement_id, json_agg(json_build_object('checkoutId', type_id('chk', g.checkout_id), 'lineNo', g.line_no,
        'quantity', g.quantity, 'seconds', g.seconds, 'grantedAt', wire_time(g.granted_at),
        'revokedAt', wire_time(g.revoked_at)) order by g.granted_at, g.checkout_id, g.line_no) as grants
      from checkouts c join grants g on g.store_id = c.store_id and g.checkout_id = c.id
      where c.store_id = ${storeId} and c.game_user_id = ${gameUserId}
      group by g.entitlement_id)
    select type_id('ent', e.id) as id, type_id('prd', e.product_id) as "productId", e.rebuy,
      case when e.until < 'infinity' then wire_time(e.until) end as until, wire_time(e.created_at) as "createdAt",
      wire_time(e.ended_at) as "endedAt", e.ended_by as "endedBy", granted.grants
    from granted join entitlements e on e.store_id = ${storeId} and e.id = granted.entitlement_id order by e.id`
}

/** The pending and finished deliveries of a player, with their failed attempts. */
export function exportedDeliveries({ storeId, gameUserId }: PlayerKey): RawBuilder<Record<string, unknown>> {
  return sql`
    with own as (
      select p.id, p.checkout_id, p.server_id, p.delivery_type, p.products, p.resend_of, p.created_at, p.dispatched_at,
        case when p.hold_reason is not null then 'held' when p.retry_at is not null then 'retrying' else 'pending' end as state,
        null::timestamptz as finished_at, null as cancelled_by, null::timestamptz as late_report_at, null as receipt
      from checkouts c join pending_deliveries p on p.store_id = c.store_id and p.checkout_id = c.id
      where c.store_id = ${storeId} and c.game_user_id = ${gameUserId}
      union all
      select l.id, l.checkout_id, l.server_id, l.delivery_type, l.products, l.resend_of, l.created_at, l.dispatched_at,
        l.state, l.finished_at, l.cancelled_by, l.late_report_at, l.receipt
      from checkouts c join delivery_ledger l on l.store_id = c.store_id and l.checkout_id = c.id
      where c.store_id = ${storeId} and c.game_user_id = ${gameUserId})
    select type_id('cmd', own.id) as id, type_id('chk', own.checkout_id) as "checkoutId",
      type_id('srv', own.server_id) as "serverId", own.delivery_type as "deliveryType", own.state,
      own.products::json as products, type_id('cmd', own.resend_of) as "resendOf", wire_time(own.created_at) as "createdAt",
      wire_time(own.dispatched_at) as "dispatchedAt", wire_time(own.finished_at) as "finishedAt",
      own.cancelled_by as "cancelledBy", wire_time(own.late_report_at) as "lateReportAt", own.receipt, (
        select coalesce(json_agg(json_build_object('attempt', a.attempt, 'outcome', a.outcome, 'done', a.commands_run,
          'reason', a.reason, 'output', a.output, 'reportedAt', wire_time(a.reported_at)) order by a.attempt), '[]')
        from delivery_attempts a where a.store_id = ${storeId} and a.delivery_id = own.id) as attempts
    from own order by own.id`
}
