import { fieldOf } from '../mock-store/find-request-errors.ts'
import type { ScenarioV2 } from './scenario.ts'

/** Soon after a player joined: so many seconds, or so many polls of a client that does not wait. */
const JOINED_SECONDS_MOST = 10
const JOINED_POLLS_MOST = 3
/** Clocks and timers are not exact. */
const EARLY_MS_MOST = 50

export const CONDITIONS: ScenarioV2[] = [
  {
    id: 'online-named',
    title: 'tells the store who is in the game, and asks anew when somebody joins',
    why: 'The store then leaves out what cannot run, so a poll can wait, and a thousand offline buyers cost nothing.',
    mend: 'Send `online` with every poll. When a player joins, end the poll that waits and poll again.',
    async play(stage): Promise<void> {
      const away = stage.element({ player: '7009' })
      const here = stage.element({ player: '7001' })
      stage.queue.offer(away)
      stage.offer(here)
      await stage.start()
      await stage.served(here)
      stage.delivered([here])
      const polls = stage.world.requests.filter(({ operation }) => operation === 'queue')
      const named = polls.some(({ body }) => ((fieldOf(body, 'online') ?? []) as string[]).includes(here.player))
      stage.should(named, named ? 'its polls name who is online' : 'no poll named the player who is online')
      if (!named) return
      const early = stage.world.console.countOf(away.steps[0]?.mark ?? '') > 0
      stage.must(!early, early ? 'it ran for a player who is away' : 'it waited for its player')

      const before = stage.world.pollsAnswered
      stage.join(away.player)
      const joined = Date.now()
      await stage.served(away)
      stage.delivered([away])
      const seconds = (Date.now() - joined) / stage.seconds(1)
      const isSoon = seconds <= JOINED_SECONDS_MOST || stage.world.pollsAnswered - before <= JOINED_POLLS_MOST
      stage.should(isSoon, `delivered ${seconds.toFixed(1)} s after the player joined`)
    },
  },
  {
    id: 'delay',
    title: 'waits as long as a command asks for',
    why: 'Commands with a delay need it: a plugin that has to load the player first, or a warning before a restart.',
    mend: 'Start a timer of `delaySeconds` when the other conditions are met, name the id in `holding`, then run it.',
    async play(stage): Promise<void> {
      const element = stage.element({ conditions: { delaySeconds: 1 } })
      stage.offer(element)
      await stage.start()
      const run = () => stage.world.console.runs.find(({ mark }) => mark === element.steps[0]?.mark)
      // A second of the element is a real one, however long those of the scenarios are.
      const looks = (1_000 + 2 * stage.settings.timeoutMs) / stage.seconds(0.5)
      for (let look = 0; look < looks && !run() && stage.client.ended() === undefined; look++) await stage.watch(0.5)
      const handed = stage.world.requests.find(({ operation, answeredAt }) => operation === 'queue' && answeredAt)
      const waited = (run()?.at ?? 0) - (handed?.answeredAt ?? 0)
      if (!run()) return stage.must(false, 'it never ran')
      stage.must(waited >= 1_000 - EARLY_MS_MOST, `it ran after ${(waited / 1_000).toFixed(2)} s; the delay is 1 s`)
      await stage.served(element)
      stage.delivered([element])
    },
  },
]
