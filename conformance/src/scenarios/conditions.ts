import { getField } from '../mock-store/find-request-errors.ts'
import type { ScenarioV2 } from './scenario.ts'

/** A delivery should follow within this many seconds after its player joined, or this many polls without waiting. */
const MAX_SECONDS_AFTER_JOIN = 10
const MAX_POLLS_AFTER_JOIN = 3
/** Clocks and timers are not exact. */
const TIMER_TOLERANCE_MS = 50

export const CONDITIONS: ScenarioV2[] = [
  {
    id: 'online-players',
    title: 'sends the list of online players, and polls again when a player joins',
    why: 'The store then leaves out what cannot run, so a poll can wait, and deliveries to a thousand offline players cost nothing.',
    fix: 'Send `online` with every poll. When a player joins, abort the waiting poll and poll again.',
    async run(context): Promise<void> {
      const offline = context.createDelivery({ player: '7009' })
      const online = context.createDelivery({ player: '7001' })
      const { state } = context
      context.queue.enqueue(offline)
      context.enqueue(online)
      await context.startClient()
      await context.waitUntilDelivered(online)
      context.checkDelivered([online])
      const polls = state.requests.filter(({ operation }) => operation === 'poll')
      const isListed = polls.some(({ body }) => ((getField(body, 'online') ?? []) as string[]).includes(online.player))
      context.should(isListed, isListed ? 'its polls list the online player' : 'no poll listed the online player')
      if (!isListed) return
      const ranEarly = state.console.countRuns(offline.steps[0]?.marker ?? '') > 0
      context.must(!ranEarly, ranEarly ? 'it ran while its player was offline' : 'it waited for its player')

      const pollsBefore = state.completedPolls
      context.addPlayers(offline.player)
      const joinedAt = Date.now()
      await context.waitUntilDelivered(offline)
      context.checkDelivered([offline])
      const seconds = (Date.now() - joinedAt) / context.secondsToMs(1)
      const isSoon = seconds <= MAX_SECONDS_AFTER_JOIN || state.completedPolls - pollsBefore <= MAX_POLLS_AFTER_JOIN
      context.should(isSoon, `delivered ${seconds.toFixed(1)} s after the player joined`)
    },
  },
  {
    id: 'delay',
    title: 'waits as long as `delaySeconds` requires',
    why: 'Some commands need a delay, for example because a plugin must load the player first.',
    fix: 'Start a timer of `delaySeconds` when the other conditions are met, list the id in `holding`, then run it.',
    async run(context): Promise<void> {
      const delivery = context.createDelivery({ conditions: { delaySeconds: 1 } })
      context.enqueue(delivery)
      await context.startClient()
      const { console, requests } = context.state
      const findRun = () => console.runs.find(({ marker }) => marker === delivery.steps[0]?.marker)
      // The delay is in real seconds, even if the seconds of the scenarios are shorter.
      const maxChecks = (1_000 + 2 * context.settings.timeoutMs) / context.secondsToMs(0.5)
      for (let i = 0; i < maxChecks && !findRun() && context.client.exitReason() === undefined; i++) {
        await context.observe(0.5)
      }
      const run = findRun()
      if (!run) return context.must(false, 'it never ran')
      const firstPoll = requests.find(({ operation, respondedAt }) => operation === 'poll' && respondedAt)
      const delayMs = run.at - (firstPoll?.respondedAt ?? 0)
      const text = `it ran after ${(delayMs / 1_000).toFixed(2)} s; the delay is 1 s`
      context.must(delayMs >= 1_000 - TIMER_TOLERANCE_MS, text)
      await context.waitUntilDelivered(delivery)
      context.checkDelivered([delivery])
    },
  },
]
