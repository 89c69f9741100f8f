import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { AccountsDb } from '../../db/database.ts'
import { AppError } from '../../errors.ts'

type Rule = { free: number; firstSeconds: number; longestSeconds: number; forgetSeconds: number }

const HOUR = 3_600
const DAY = 24 * HOUR

/**
 * After so many free attempts each one is followed by a pause, and each pause is twice the one before. None is long enough
 * to keep an owner out whose name a stranger goes on trying: a minute for an account as a whole, and what is long
 * belongs to where the attempts come from.
 */
const RULES = {
  /** Passwords, from one place. */
  address: { free: 20, firstSeconds: 1, longestSeconds: 900, forgetSeconds: HOUR },
  /** Passwords for one account, from places it was never used from. */
  account: { free: 5, firstSeconds: 1, longestSeconds: 60, forgetSeconds: HOUR },
  /** Passwords for one account, from a place it was used from. A stranger elsewhere does not reach it. */
  account_at_home: { free: 5, firstSeconds: 1, longestSeconds: 300, forgetSeconds: HOUR },
  /** Codes of a second factor. Who gets here knows the password. */
  second_factor: { free: 5, firstSeconds: 2, longestSeconds: 300, forgetSeconds: HOUR },
  /** Links for a new password to one mailbox. Less than a link lives: who asks in the owner's place leaves him one that works. */
  reset_to: { free: 3, firstSeconds: 60, longestSeconds: HOUR / 2, forgetSeconds: DAY },
  /** Mails of another kind to one mailbox. */
  mail_to: { free: 3, firstSeconds: 60, longestSeconds: 6 * HOUR, forgetSeconds: DAY },
  /** Mails that one place, or one account, asks for. */
  mail_from: { free: 10, firstSeconds: 10, longestSeconds: HOUR, forgetSeconds: DAY },
  /** Invitations that one account sends, to whatever stores of his. */
  invitations: { free: 50, firstSeconds: 10, longestSeconds: HOUR, forgetSeconds: DAY },
} as const satisfies Record<string, Rule>

type ThrottleKind = keyof typeof RULES
type Throttled = { kind: ThrottleKind; key: string }

/** Counts an attempt before it is made: a thousand at once are counted as a thousand. Refused during a pause. */
export async function countAttempt(db: AccountsDb, throttled: Throttled): Promise<void> {
  const seconds = await secondsToWait(db, throttled)
  if (seconds === 0) return
  throw new AppError('rate_limited', 'Too many attempts; wait a moment and try again', { retryAfter: seconds })
}

/** Like `countAttempt`, for what must answer the same in either case. */
export async function mayAttempt(db: AccountsDb, throttled: Throttled): Promise<boolean> {
  return (await secondsToWait(db, throttled)) === 0
}

async function secondsToWait(db: AccountsDb, { kind, key }: Throttled): Promise<number> {
  const { free, firstSeconds, longestSeconds, forgetSeconds } = RULES[kind]
  const hash = hashOf(key)
  const isOld = sql`t.last_at < clock_timestamp() - make_interval(secs => ${forgetSeconds})`
  const pause = sql`least(${longestSeconds}, ${firstSeconds} * 2 ^ least(t.attempts - ${free}, 30))`
  // The time of the statement, not of its beginning: it may have waited for others who count the same.
  const { rows: taken } = await sql`
    insert into sign_in_throttle as t (kind, key, attempts, next_at, last_at)
    values (${kind}, ${hash}, 1, '-infinity', clock_timestamp())
    on conflict (kind, key) do update set
      attempts = case when ${isOld} then 1 else t.attempts + 1 end,
      next_at = case when ${isOld} or t.attempts < ${free} then '-infinity'
        else clock_timestamp() + make_interval(secs => ${pause}) end,
      last_at = clock_timestamp()
    where t.next_at <= clock_timestamp()
    returning 1`.execute(db)
  if (taken.length > 0) return 0
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from next_at - now())))::integer as seconds from sign_in_throttle
    where kind = ${kind} and key = ${hash}`.execute(db)
  return rows[0]?.seconds ?? 1
}

/** After a success. */
export async function resetAttempts(db: AccountsDb, { kind, key }: Throttled): Promise<void> {
  await db.deleteFrom('sign_in_throttle').where('kind', '=', kind).where('key', '=', hashOf(key)).execute()
}

/** An attempt that succeeded does not count. The failed ones stay: else a guesser would sign in as himself in between. */
export async function refundAttempt(db: AccountsDb, { kind, key }: Throttled): Promise<void> {
  await db
    .updateTable('sign_in_throttle')
    .set((row) => ({ attempts: row('attempts', '-', 1) }))
    .where('kind', '=', kind)
    .where('key', '=', hashOf(key))
    .where('attempts', '>', 1)
    .execute()
}

/** Whoever has an address of version 6 has 2^64 of them. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [front = '', back] = plain.split('%')[0]?.split('::') ?? []
  const head = front.split(':').filter((group) => group !== '')
  const tail = (back ?? '').split(':').filter((group) => group !== '')
  const zeros = back === undefined ? [] : Array.from({ length: Math.max(8 - head.length - tail.length, 0) }, () => '0')
  const groups = [...head, ...zeros, ...tail].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
