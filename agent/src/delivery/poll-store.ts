import { type DeliveryClient, type PollResponse, StoreError } from '@quartermaster/sdk'
import type { Journal } from '../journal/journal.ts'
import { createChangeLog, type Log } from '../log.ts'
import { createPace } from '../pace.ts'
import type { Changes } from './changes.ts'
import type { Hand } from './hand.ts'
import { createPause, rest } from './pause.ts'
import type { Reporter } from './reporter.ts'
import { sayWhy } from './say-why.ts'
import { takeDeliveries } from './take-deliveries.ts'
import type { OnlineWatch } from './watch-online.ts'

type Parts = {
  client: DeliveryClient
  journal: Journal
  hand: Hand
  reporter: Reporter
  watch: OnlineWatch
  changes: Changes
  log: Log
  signal: AbortSignal
  pauses: { firstMs: number; mostMs: number }
}

const ANSWERED = 'The store answers again.'
const IN_HAND_MOST = 200
const ONLINE_MOST = 2_000
const HOLDING_MOST = 1_000
const ID_LENGTH_MOST = 255
/** Short enough that a connection which died silently is noticed soon. */
const WAIT_SECONDS = 25
/** What is bought is mostly run and reported by then, and the next poll need not be broken off to say so. */
const QUICK_WORK_MS = 150
const QUICK_ANSWER_MS = 1_000
/** A store refuses more than five a second. */
const PACE = { burst: 15, periodMs: 250, gapMs: 0 }

/** Asks the store for work, all the time, and breaks a question off when it would be asked differently now. */
export async function pollStore(parts: Parts): Promise<void> {
  const { hand, reporter, watch, changes, log, signal } = parts
  const say = createChangeLog(log, ANSWERED)
  const pause = createPause(parts.pauses)
  const inPace = createPace(PACE)
  // What failed in an earlier life must be known to the store before it hands out what comes behind it.
  await changes.until(() => reporter.isDrained())

  while (await changes.until(() => watch.isReady() && hand.size() < IN_HAND_MOST)) {
    await quickWork(parts)
    await inPace(signal)
    const begun = Date.now()
    const { answer, error } = await ask(parts)
    if (error) {
      say('polls_fail', `Cannot ask for deliveries: ${sayWhy(error)}. Trying again until it works.`)
      if (error instanceof StoreError) await rest((error.retryAfter ?? 0) * 1_000, signal)
      await pause.wait(signal)
    } else if (answer) {
      say('polls_answered', ANSWERED)
      const isNew = takeDeliveries(answer.commands, parts)
      // A store that does not wait, or has nothing but what is known here, is not asked in a circle.
      if (isNew || Date.now() - begun > QUICK_ANSWER_MS) pause.reset()
      else await pause.wait(signal)
    }
  }
}

async function quickWork({ hand, reporter, changes }: Parts): Promise<void> {
  const enough = AbortSignal.timeout(QUICK_WORK_MS)
  await changes.until(() => hand.size() === 0 && reporter.isDrained(), enough)
}

/** Neither an answer nor an error: the question was broken off. */
async function ask(parts: Parts): Promise<{ answer?: PollResponse; error?: unknown }> {
  const { client, hand, watch, changes, signal } = parts
  const online = watch.players()
  const holding = heldIds(parts)
  const over = new AbortController()
  const asked = {
    ...(online && {
      online: [...online].filter((id) => id !== '' && id.length <= ID_LENGTH_MOST).slice(0, ONLINE_MOST),
    }),
    holding: holding.slice(0, HOLDING_MOST),
    most: IN_HAND_MOST - hand.size(),
  }
  const isOutdated = () => !watch.isReady() || hasJoined(watch, online) || holding.some((id) => mayComeAgain(id, parts))
  const ended = new AbortController()
  const watching = changes.until(isOutdated, ended.signal).then((outdated) => outdated && over.abort())
  try {
    const within = AbortSignal.any([signal, over.signal])
    return { answer: await client.poll(asked, { wait: WAIT_SECONDS, signal: within }) }
  } catch (error) {
    return over.signal.aborted || signal.aborted ? {} : { error }
  } finally {
    ended.abort()
    await watching
  }
}

function heldIds({ hand, reporter }: Parts): string[] {
  return [...new Set([...hand.ids(), ...reporter.pendingIds()])]
}

function hasJoined(watch: OnlineWatch, before: ReadonlySet<string> | undefined): boolean {
  for (const player of watch.players() ?? []) if (before?.has(player) === false) return true
  return false
}

/** It was named as held, is not held any more, and the store may want to hand it out. */
function mayComeAgain(id: string, { hand, reporter, journal }: Parts): boolean {
  if (hand.has(id) || reporter.isPending(id)) return false
  const settled = journal.entry(id)?.settled
  return settled === undefined || settled === 'waiting' || settled === 'held'
}
