import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Finding } from './finding.ts'
import type { Games } from './play-games.ts'

type Parts = {
  databaseUrl: string
  /** No new work from here on; resolves when all of it is answered. */
  close: () => Promise<void>
  games: Games
  /** Without any progress for so long, it is over. */
  patienceMs: number
}

/** Until everything is answered, no checkout is open, what is due has expired, and the games have run and reported all of it. */
export async function settle({ databaseUrl, close, games, patienceMs }: Parts): Promise<Finding[]> {
  const answered = await within(close(), 5 * patienceMs)
  if (!answered) return [unsettled('lost', 'orders are still without an answer')]
  const left = await untilStill(databaseUrl, patienceMs)
  await within(games.lookTwice(), patienceMs)
  const findings: Finding[] = []
  if (left.open > 0) findings.push(unsettled('lost', `${left.open} checkouts are still open`))
  if (left.queued > 0) findings.push(unsettled('lost', `${left.queued} elements are still in the queue`))
  if (left.due > 0) findings.push(unsettled('late', `${left.due} entitlements are over and not expired`))
  if (left.late > 0) {
    const detail = `${left.late} entitlements expired more than a minute after their time`
    findings.push({
      kind: 'late',
      check: 'what is due expires within a minute, whatever was killed',
      detail,
      weak: true,
    })
  }
  return findings
}

type Left = { open: number; queued: number; due: number; late: number }

async function untilStill(databaseUrl: string, patienceMs: number): Promise<Left> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    let last: Left | undefined
    let deadline = 0
    for (;;) {
      const { rows } = await client.query<Left>(`
        select (select count(*)::integer from checkouts where state = 'open') as open,
          (select count(*)::integer from pending_deliveries) as queued,
          (select count(*)::integer from entitlements where ended_at is null and until < 'infinity') as due,
          (select count(*)::integer from entitlements e join stores s on s.id = e.store_id and s.clock_ahead_seconds = 0
            where e.ended_by = 'expiry' and e.ended_at > e.until + interval '1 minute') as late`)
      const [left = { open: 0, queued: 0, due: 0, late: 0 }] = rows
      if (left.open === 0 && left.queued === 0 && left.due === 0) return left
      if (left.open !== last?.open || left.queued !== last.queued || left.due !== last.due)
        deadline = Date.now() + patienceMs
      if (Date.now() > deadline) return left
      last = left
      await sleep(100)
    }
  } finally {
    await client.end()
  }
}

function unsettled(kind: 'lost' | 'late', detail: string): Finding {
  return { kind, check: 'everything comes to rest', detail, weak: true }
}

async function within(work: Promise<void>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const late = sleep(ms, false, { signal: timer.signal }).catch(() => false)
  const done = await Promise.race([work.then(() => true), late])
  timer.abort()
  return done
}
