import { createDeliveryClient } from '@quartermaster/sdk'
import { readConfig } from '../config.ts'
import { describeStoreError } from '../delivery/describe-store-error.ts'
import type { Options } from './options.ts'

/** For plugins and scripts on the game server that can run a program when a player types `/link`. */
export async function link({ config, player, json }: Options): Promise<number> {
  if (player === undefined || player === '') {
    console.error('Name the player: --player ID')
    return 2
  }
  const { url, key } = readConfig(config)
  try {
    const code = await createDeliveryClient({ url, key, retries: 0 }).link({ gameUserId: player })
    console.log(json ? JSON.stringify(code) : code.code)
    return 0
  } catch (error) {
    console.error(`Store: ${describeStoreError(error)}`)
    return 1
  }
}
