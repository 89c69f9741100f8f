import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Shop } from './open-shops.ts'
import type { Cast, Played } from './play-games.ts'

const PROGRAM = fileURLToPath(new URL('./games-process.ts', import.meta.url))
const ANSWER_WITHIN_MS = 60_000

type Setup = { port: number; seed: number; shops: Shop[] }

type GamesProcess = {
  /** No more polls; answers with what was seen when the last report is answered. */
  stop(): Promise<Played>
  end(): Promise<void>
}

/** All game servers live in one process of their own, so that their work is not ours. Resolves when each has been there once. */
export async function startGames({ port, seed, shops }: Setup): Promise<GamesProcess> {
  // By structured clone, because maps travel.
  const child = fork(PROGRAM, { serialization: 'advanced' })
  const exited = once(child, 'exit')
  async function tell(message: Cast | 'stop'): Promise<unknown> {
    const died = exited.then(() => {
      throw new Error('the process of the game servers ended')
    })
    const answered = once(child, 'message', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    child.send(message)
    const [answer] = await Promise.race([answered, died])
    return answer
  }
  const games: GamesProcess = {
    stop: async () => (await tell('stop')) as Played,
    async end() {
      child.kill('SIGKILL')
      await exited
    },
  }
  const servers = shops.flatMap(({ keys, player }) => keys.map((key, i) => ({ key, player, waits: i === 0 })))
  try {
    await tell({ port, seed, servers })
    return games
  } catch (error) {
    await games.end()
    throw error
  }
}
