import { setTimeout as sleep } from 'node:timers/promises'
import { createOwner, type Owner } from '../kit/test-store.ts'
import type { ServerPool } from './server-pool.ts'

const ATTEMPTS = 10

/** Creates stores over HTTP before the kills begin. A mutant can break that, so it is repeated with new stores. */
export async function setUpStores<Store>(
  { pool, databaseUrl, root }: { pool: ServerPool; databaseUrl: string; root: string },
  create: (owner: Owner) => Promise<Store[]>,
): Promise<Store[]> {
  const owner = await createOwner({ url: 'http://store', databaseUrl, root, fetch: pool.fetch })
  for (let attempt = 1; ; attempt++) {
    try {
      return await create(owner)
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      await sleep(200)
    }
  }
}
