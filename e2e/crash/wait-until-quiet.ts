import { setTimeout as sleep } from 'node:timers/promises'
import { queryRow } from '../kit/query.ts'
import { waitWhileChanging } from '../kit/wait-until.ts'
import type { Games } from './run-games.ts'
import type { Finding } from './trial.ts'

type Parts = { databaseUrl: string; stopWork: () => Promise<void>; games: Games; timeoutMs: number }

/** Waits until no checkout is open, everything due has expired, and the games have run and reported everything. */
export async function waitUntilQuiet({ databaseUrl, stopWork, games, timeoutMs }: Parts): Promise<Finding[]> {
  if (!(await finishWithin(stopWork(), 5 * timeoutMs)))
    return [describe('lost', 'requests are still without an answer')]
  const left = await waitWhileChanging(() => queryRow<Left>(databaseUrl, COUNT_LEFT), {
    isDone: ({ open, pending, due }) => open + pending + due === 0,
    timeoutMs,
  })
  await finishWithin(games.pollTwice(), timeoutMs)
  const findings: Finding[] = []
  if (left.open > 0) findings.push(describe('lost', `${left.open} checkouts are still open`))
  if (left.pending > 0) findings.push(describe('lost', `${left.pending} deliveries are still in the queue`))
  if (left.due > 0) findings.push(describe('late', `${left.due} entitlements are over and have not expired`))
  return findings
}

type Left = { open: number; pending: number; due: number }

const COUNT_LEFT = `
  select (select count(*)::integer from checkouts where state = 'open') as open,
    (select count(*)::integer from pending_deliveries) as pending,
    (select count(*)::integer from entitlements where ended_at is null and until < 'infinity') as due`

function describe(kind: 'lost' | 'late', detail: string): Finding {
  return { kind, check: 'all work is finished in the end', detail, isWeak: true }
}

async function finishWithin(work: Promise<void>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const timeout = sleep(ms, false, { signal: timer.signal }).catch(() => false)
  const isDone = await Promise.race([work.then(() => true), timeout])
  timer.abort()
  return isDone
}
