import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunningProcess } from '../../kit/game/child-process.ts'
import type { Defer } from '../../kit/run-harness.ts'
import type { GameStore } from '../game-store.ts'
import type { OpenGame } from '../game-trial.ts'
import { BUYER } from '../run-sales.ts'
import { waitFor } from '../wait-for.ts'
import { startWorld } from './start-world.ts'

type Options = {
  folder: string
  world: RunningProcess
  store: GameStore
  game: OpenGame
  /** The clients have lost their server. */
  stopClients: () => Promise<void>
  defer: Defer
}

/** Kills the server while a command runs. The store must hold that delivery as uncertain and not dispatch it again. */
export async function crashWorld({ folder, world, store, game, stopClients, defer }: Options): Promise<string> {
  const countStalls = async () => (await readFile(join(folder, 'world', 'stalls'), 'utf8').catch(() => '')).length
  const sale = await store.sell(BUYER, { approve: 'stall {userId}' })
  await waitFor('the command runs', async () => (await countStalls()) === 1)
  await world.stop()
  await stopClients()

  await rm(join(folder, 'world', 'seen.json'))
  const restarted = await startWorld({ folder })
  defer(restarted.stop)
  const isHeld = async () => (await store.readDelivery(sale)).holdReason === 'uncertain'
  await waitFor('the store holds the delivery as uncertain', isHeld, { timeoutMs: 30_000, intervalMs: 100 })

  await game.join(BUYER)
  const before = await game.gift.count(BUYER)
  await store.sell(BUYER, { approve: game.gift.command })
  await waitFor('the next gift arrives', async () => (await game.gift.count(BUYER)) === before + 1)
  if ((await countStalls()) !== 1) throw new Error('an uncertain command ran again')
  return 'a command that ran while the server was killed is held as uncertain and did not run again'
}
