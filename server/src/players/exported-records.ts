import { type RawBuilder, sql } from 'kysely'
import type { PlayerKey } from './show-player.ts'

/** The events about a player, found by a text search. That is fast enough, because events are deleted after a month. */
export function exportedEvents({ storeId, gameUserId }: PlayerKey): RawBuilder<Record<string, unknown>> {
  return sql`
    select type_id('evt', e.id) as id, e.body::json as body
    from events e
    where e.store_id = ${storeId} and strpos(e.body, to_json(${gameUserId}::text)::text) > 0
      and mentions_player(e.body, ${gameUserId})
    order by e.id`
}

/** The entries of the audit log that name a player, or one of their checkouts, deliveries or entitlements. */
export function exportedAuditLog({ storeId, gameUserId }: PlayerKey): RawBuilder<Record<string, unknown>> {
  const own = sql`checkouts c where c.store_id = ${storeId} and c.game_user_id = ${gameUserId}`
  return sql`
    with subjects as (
      select type_id('chk', c.id) as subject from ${own}
      union select type_id('cmd', p.id) from pending_deliveries p
        where p.store_id = ${storeId} and p.checkout_id in (select c.id from ${own})
      union select type_id('cmd', l.id) from delivery_ledger l
        where l.store_id = ${storeId} and l.checkout_id in (select c.id from ${own})
      union select type_id('prk', k.id) from parked_payments k
        where k.store_id = ${storeId} and k.checkout_id in (select c.id from ${own})
      union select type_id('ent', g.entitlement_id) from grants g
        where g.store_id = ${storeId} and g.checkout_id in (select c.id from ${own}))
    select type_id('aud', a.id) as id, wire_time(a.at) as at, a.action, a.actor_kind as "actorKind", a.subject, a.details
    from audit_log a
    where a.store_id = ${storeId} and (a.subject in (select subject from subjects)
      or (a.subject = ${gameUserId} and is_player_action(a.action))
      or mentions_player(a.details::text, ${gameUserId}))
    order by a.id`
}
