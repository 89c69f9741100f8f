import { join } from 'node:path'
import type { Ends } from '../kit/end-all.ts'
import { startAgent } from './agent-process.ts'
import type { RunningGame } from './running-game.ts'
import type { Shop } from './shop.ts'
import type { Stage } from './stage.ts'

type Order = {
  stage: Stage
  name: string
  folder: string
  start: (folder: string) => Promise<RunningGame>
  ends: Ends
}

/** A game server, a store for it, and the agent between them. */
export async function serveGame(order: Order): Promise<{ game: RunningGame; shop: Shop }> {
  const { stage, name, folder, start, ends } = order
  const game = await start(folder)
  ends.unshift(() => game.stop())
  const shop = await stage.openShop(name)
  const agent = await startAgent({ storeUrl: stage.storeUrl, key: shop.key, game, folder: join(folder, 'agent') })
  ends.unshift(() => agent.stop())
  return { game, shop }
}
