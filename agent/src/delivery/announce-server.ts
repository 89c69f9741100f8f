import type { DeliveryClient } from '@quartermaster/sdk'
import { createChangeLog, type Log } from '../log.ts'
import { createPause } from './backoff.ts'
import { sayWhy } from './describe-store-error.ts'

type Parts = {
  client: DeliveryClient
  serverPort: number | undefined
  log: Log
  signal: AbortSignal
  pauses: { firstMs: number; mostMs: number }
}

/** Tells the store that this server is up, for as long as it takes. */
export async function greetStore({ client, serverPort, log, signal, pauses }: Parts): Promise<void> {
  const say = createChangeLog(log)
  const pause = createPause(pauses)
  while (!signal.aborted) {
    try {
      const { store, server } = await client.init(serverPort === undefined ? {} : { serverPort }, { signal })
      log('store_reached', `The store ${store.name} knows this server as ${server.name}.`)
      return
    } catch (error) {
      if (!signal.aborted) say('store_away', `Cannot begin: ${sayWhy(error)}. Trying again until it works.`)
      await pause.wait(signal)
    }
  }
}
