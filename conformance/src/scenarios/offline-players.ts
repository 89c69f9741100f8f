import type { CommonScenario } from './scenario.ts'

export const OFFLINE_PLAYERS: CommonScenario[] = [
  {
    id: 'offline-player',
    title: 'waits for an offline player and delivers to other players meanwhile',
    why: 'Most commands need the player in the game. If they run without the player, the purchase is lost; if the whole queue waits, all other players wait too.',
    fix: 'Skip deliveries to players who are not in the game and continue with the next one. Skipped deliveries stay in the queue.',
    async run(context): Promise<void> {
      const offline = context.createDelivery({ player: '7009' })
      const online = [context.createDelivery({ player: '7002' }), context.createDelivery({ player: '7003' })]
      context.queue.enqueue(offline)
      context.enqueue(...online)
      await context.startClient()
      await context.waitUntilDelivered(...online)
      context.checkDelivered(online)
      await context.waitForPolls(1)
      const ranEarly = context.state.console.countRuns(offline.steps[0]?.marker ?? '') > 0
      context.should(!ranEarly, ranEarly ? 'it ran while its player was offline' : 'it waited for its player')
      context.addPlayers(offline.player)
      await context.waitUntilDelivered(offline)
      context.checkDelivered([offline])
    },
  },
]
