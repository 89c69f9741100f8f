/**
 * What of `pending_deliveries p` may be handed out. What is held waits for its owner; what rests after a failure keeps
 * everything behind it for the same player waiting, so that nothing is given after it was taken back.
 */
export const READY = `p.hold_reason is null and p.retry_at is null and not exists (
      select from pending_deliveries before
      where before.store_id = p.store_id and before.server_id = p.server_id and before.game_user_id = p.game_user_id
        and before.position < p.position and before.retry_at is not null)`
