import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AccountsDb, AccountsTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'

type Rule = { free: number; firstSeconds: number; maxSeconds: number; resetSeconds: number }

const HOUR = 3_600
const DAY = 24 * HOUR

/**
 * After the free attempts, each attempt is followed by a pause, and each pause is twice as long as the previous one. An
 * account as a whole is paused for at most a minute, so that an attacker can't lock out the owner; longer pauses apply
 * to the network that the attempts come from.
 */
const RULES = {
  /** Passwords from one network. */
  address: { free: 20, firstSeconds: 1, maxSeconds: 900, resetSeconds: HOUR },
  /** Passwords from a customer of an internet provider, who often has an IPv6 /56 or /48. */
  address_56: { free: 40, firstSeconds: 1, maxSeconds: 900, resetSeconds: HOUR },
  address_48: { free: 80, firstSeconds: 1, maxSeconds: 900, resetSeconds: HOUR },
  /** Passwords for one account from one IPv4 address or IPv6 /48. Its pauses keep a stranger from pausing the account. */
  account_network: { free: 5, firstSeconds: 1, maxSeconds: 900, resetSeconds: HOUR },
  /** Other requests with an Idempotency-Key that was used before. The response tells whether the request, with its password, is the same. */
  reused_key: { free: 5, firstSeconds: 1, maxSeconds: 900, resetSeconds: HOUR },
  /** Passwords for one account, from networks that it was never used from. */
  account: { free: 5, firstSeconds: 1, maxSeconds: 60, resetSeconds: HOUR },
  /** Passwords for one account, from a network or browser that it was used from. Attackers elsewhere do not affect it. */
  account_known_network: { free: 5, firstSeconds: 1, maxSeconds: 300, resetSeconds: HOUR },
  /** Codes of a second factor. */
  second_factor: { free: 5, firstSeconds: 2, maxSeconds: 300, resetSeconds: HOUR },
  /** Password reset links to one mailbox. The pause is shorter than a link is valid, so the owner always has one that works. */
  reset_to: { free: 3, firstSeconds: 60, maxSeconds: HOUR / 2, resetSeconds: DAY },
  /** Other e-mails to one mailbox. */
  mail_to: { free: 3, firstSeconds: 60, maxSeconds: 6 * HOUR, resetSeconds: DAY },
  /** E-mails requested by one network or one account. */
  mail_from: { free: 10, firstSeconds: 10, maxSeconds: HOUR, resetSeconds: DAY },
  /** Mails to one account about its sign-ins from new places. */
  notices_to: { free: 5, firstSeconds: 60, maxSeconds: HOUR, resetSeconds: DAY },
  /** Invitations sent by one account, for all its stores. */
  invitations: { free: 50, firstSeconds: 10, maxSeconds: HOUR, resetSeconds: DAY },
} as const satisfies Record<string, Rule>

type ThrottleKind = keyof typeof RULES
type Throttled = { kind: ThrottleKind; key: string }

/** Counts an attempt before it is made, so concurrent attempts are all counted. Rejects it during a pause. */
export async function countAttempt(db: AccountsDb, throttled: Throttled): Promise<void> {
  const seconds = await secondsToWait(db, throttled)
  if (seconds === 0) return
  throw new AppError('rate_limited', 'Too many attempts. Wait a moment and try again', { retryAfter: seconds })
}

/** Like `countAttempt`, but returns false instead of throwing. */
export async function mayAttempt(db: AccountsDb | AccountsTx, throttled: Throttled): Promise<boolean> {
  return (await secondsToWait(db, throttled)) === 0
}

async function secondsToWait(db: AccountsDb | AccountsTx, { kind, key }: Throttled): Promise<number> {
  const { free, firstSeconds, maxSeconds, resetSeconds } = RULES[kind]
  const hash = hashOf(key)
  const isReset = sql`t.last_at < clock_timestamp() - make_interval(secs => ${resetSeconds})`
  const pause = sql`least(${maxSeconds}, ${firstSeconds} * 2 ^ least(t.attempts - ${free}, 30))`
  // clock_timestamp(), because the statement may have waited for concurrent attempts.
  const { rows: counted } = await sql`
    insert into sign_in_throttle as t (kind, key, attempts, next_at, last_at)
    values (${kind}, ${hash}, 1, '-infinity', clock_timestamp())
    on conflict (kind, key) do update set
      attempts = case when ${isReset} then 1 else t.attempts + 1 end,
      next_at = case when ${isReset} or t.attempts < ${free} then '-infinity'
        else clock_timestamp() + make_interval(secs => ${pause}) end,
      last_at = clock_timestamp()
    where t.next_at <= clock_timestamp()
    returning 1`.execute(db)
  if (counted.length > 0) return 0
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from next_at - now())))::integer as seconds from sign_in_throttle
    where kind = ${kind} and key = ${hash}`.execute(db)
  return rows[0]?.seconds ?? 1
}

/** Rejects an attempt during a pause, without counting it. */
export async function requireNoPause(db: AccountsDb, { kind, key }: Throttled): Promise<void> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from next_at - clock_timestamp()))::integer as seconds from sign_in_throttle
    where kind = ${kind} and key = ${hashOf(key)} and next_at > clock_timestamp()`.execute(db)
  const [pause] = rows
  if (pause)
    throw new AppError('rate_limited', 'Too many attempts. Wait a moment and try again', { retryAfter: pause.seconds })
}

/** After a success. */
export async function resetAttempts(db: AccountsDb, { kind, key }: Throttled): Promise<void> {
  await db.deleteFrom('sign_in_throttle').where('kind', '=', kind).where('key', '=', hashOf(key)).execute()
}

/** A success does not count, but failures stay; otherwise an attacker could reset them by signing in to their own account. */
export async function refundAttempt(db: AccountsDb, { kind, key }: Throttled): Promise<void> {
  await db
    .updateTable('sign_in_throttle')
    .set((row) => ({ attempts: row('attempts', '-', 1) }))
    .where('kind', '=', kind)
    .where('key', '=', hashOf(key))
    .where('attempts', '>', 1)
    .execute()
}

export function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
