import type { NeutralScenario } from './scenario.ts'

export const PLAYERS: NeutralScenario[] = [
  {
    id: 'offline-player',
    title: 'keeps the goods of an offline player, and serves the others meanwhile',
    why: 'Most commands need their player in the game. Goods that run without him are lost; a queue that waits for him stands still.',
    mend: 'Pass over elements of players who are not there, and take the next. They stay in the queue.',
    async play(stage): Promise<void> {
      const away = stage.element({ player: '7009' })
      const here = [stage.element({ player: '7002' }), stage.element({ player: '7003' })]
      stage.queue.offer(away)
      stage.offer(...here)
      await stage.start()
      await stage.served(...here)
      stage.delivered(here)
      await stage.polls(1)
      const early = stage.world.console.countOf(away.steps[0]?.mark ?? '') > 0
      stage.should(!early, early ? 'it ran while its player was away' : 'it waited for its player')
      stage.join(away.player)
      await stage.served(away)
      stage.delivered([away])
    },
  },
]
