import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ends } from '../../kit/end-all.ts'
import type { GameProcess } from '../game-process.ts'
import type { GameInPlay } from '../play-goods.ts'
import type { Shop } from '../shop.ts'
import { waitUntil } from '../wait-until.ts'
import { startWorld } from './start-world.ts'

const BUYER = 'Buyer1'
const MENDED_WITHIN_MS = 30_000

/** Kills the server while a command runs in it. That command is in doubt: held by the store, and not run again. */
export async function crashWorld({
  folder,
  world,
  shop,
  game,
  leave,
  ends,
  storeUrl,
}: {
  folder: string
  world: GameProcess
  shop: Shop
  game: GameInPlay
  /** Ends the clients, which have lost their server. */
  leave: () => Promise<void>
  ends: Ends
  storeUrl: string
}): Promise<string> {
  const stalls = async () => (await readFile(join(folder, 'world', 'stalls'), 'utf8').catch(() => '')).length
  const stalling = { name: 'Trouble', approve: ['stall {userId}'], refund: [], expire: [], seconds: null }
  await shop.sell(BUYER, await shop.list(stalling))
  await waitUntil('the command runs', async () => (await stalls()) === 1)
  await world.stop()
  await leave()

  await rm(join(folder, 'world', 'seen.json'))
  const again = await startWorld({ folder })
  ends.unshift(() => again.stop())
  const isHeld = async () => (await offered(storeUrl, shop.key)) === 0
  await waitUntil('the store holds what is in doubt', isHeld, { withinMs: MENDED_WITHIN_MS, everyMs: 100 })

  await game.join(BUYER)
  const before = await game.gift.count(BUYER)
  await shop.sell(BUYER, await shop.list(game.gift.good(0)))
  await waitUntil('the next gift comes', async () => (await game.gift.count(BUYER)) === before + 1)
  if ((await stalls()) !== 1) throw new Error('a command that was in doubt ran again')
  return 'a command that ran while the server was killed is held as in doubt and did not run again'
}

/** How many commands the store would hand out now if everybody were online. */
async function offered(storeUrl: string, key: string): Promise<number> {
  const answer = await fetch(`${storeUrl}/api/games/2.0/poll`, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/json' },
    body: '{}',
  })
  return ((await answer.json()) as { commands: unknown[] }).commands.length
}
