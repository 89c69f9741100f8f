import { join } from 'node:path'
import type { Side } from '../comparison.ts'
import { PENDING_PER_BUSY_STORE } from '../database/build-history.ts'
import type { Environment } from '../environment.ts'
import { checkBytes, sampleResponses } from './check-responses.ts'
import { type KeyNumbers, type KeySequence, writeKeySequence } from './key-sequence.ts'
import { type Options, secondsOf } from './options.ts'
import { createPoller } from './poller.ts'

type Settings = {
  name: string
  title: string
  databaseUrl: string
  keys: { idle: KeyNumbers; busy: KeyNumbers }
}

export type PolledServer = {
  side: Side
  sequence: KeySequence
  /** Polls per second before the keys were in the cache. */
  coldPerSecond: number
  failures: string[]
}

/** Starts the product and polls with every key once. Its measurements check that the responses have deliveries. */
export async function startPolledServer(
  environment: Environment,
  { name, title, databaseUrl, keys }: Settings,
  options: Options,
): Promise<PolledServer> {
  const sequence = await writeKeySequence(join(environment.folder, `keys-${name}`), keys)
  const server = await environment.startServer(databaseUrl)
  const { connections, random } = options
  const from = random.integer(0, sequence.keys.length)
  const poller = createPoller(server, { sequence, connections, from })
  const coldPerSecond = await poller.pollEachKey(`first polls, ${name}`)
  const { sizes, failures } = await sampleResponses(server.port, {
    keys: sequence.keys,
    deliveries: PENDING_PER_BUSY_STORE,
  })
  return {
    sequence,
    coldPerSecond,
    failures: failures.map((failure) => `${name}: ${failure}`),
    side: {
      name,
      title,
      async measure(round) {
        const result = await poller.poll(secondsOf(round, options))
        return { ...result, failures: [...result.failures, ...checkBytes(result, sizes)] }
      },
    },
  }
}
