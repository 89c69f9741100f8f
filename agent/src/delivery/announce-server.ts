import type { DeliveryClient } from '@quartermaster/sdk'
import { createChangeLog, type Log } from '../log.ts'
import { type BackoffSettings, createBackoff } from './backoff.ts'
import { describeStoreError } from './describe-store-error.ts'

type Parts = {
  client: DeliveryClient
  serverPort: number | undefined
  log: Log
  signal: AbortSignal
  backoffSettings: BackoffSettings
}

/** Tells the store that this game server is running. Retries until it succeeds. */
export async function announceServer({ client, serverPort, log, signal, backoffSettings }: Parts): Promise<void> {
  const logChange = createChangeLog(log)
  const backoff = createBackoff(backoffSettings)
  while (!signal.aborted) {
    try {
      const { store, server } = await client.init(serverPort === undefined ? {} : { serverPort }, { signal })
      log('store_connected', `Connected to the store ${store.name} as server ${server.name}.`)
      return
    } catch (error) {
      if (!signal.aborted) {
        logChange('store_unavailable', `Cannot connect to the store: ${describeStoreError(error)}. Retrying.`)
      }
      await backoff.wait(signal)
    }
  }
}
