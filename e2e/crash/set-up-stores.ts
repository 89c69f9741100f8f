import { setTimeout as sleep } from 'node:timers/promises'
import { createOwner, type Owner } from '../kit/test-store.ts'
import { PROJECT_ROOT } from '../kit/run-command.ts'
import type { ServerPool } from '../kit/kills/server-pool.ts'

const ATTEMPTS = 10
const PAUSE_MS = 50

/**
 * Creates stores over HTTP before the kills begin. A mutant can break that, so with one it is repeated with new stores, and
 * with a pause before each request: one mutant responds before the commit, and the next request needs what was committed.
 */
export async function setUpStores<Store>(
  { pool, databaseUrl, root }: { pool: ServerPool; databaseUrl: string; root: string },
  create: (owner: Owner) => Promise<Store[]>,
): Promise<Store[]> {
  let pauseMs = 0
  const fetch: ServerPool['fetch'] = async (...request) => {
    if (pauseMs > 0) await sleep(pauseMs)
    return pool.fetch(...request)
  }
  const owner = await createOwner({ url: 'http://store', databaseUrl, root, fetch })
  for (let attempt = 1; ; attempt++) {
    pauseMs = attempt === 1 ? 0 : PAUSE_MS
    try {
      return await create(owner)
    } catch (error) {
      if (attempt === ATTEMPTS || root === PROJECT_ROOT) throw error
    } finally {
      pauseMs = 0
    }
  }
}
