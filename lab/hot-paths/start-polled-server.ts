import { join } from 'node:path'
import { buildHistory, type History } from '../database/build-history.ts'
import type { Environment } from '../../e2e/kit/start-environment.ts'
import { checkBytes, sampleResponses } from './check-responses.ts'
import type { Options } from './options.ts'
import { createPoller, writeKeySequence } from './poller.ts'

/** Builds a database, starts the product, and polls with every key once. Its measurements check that the responses have deliveries. */
export async function startPolledServer(
  environment: Environment,
  { name, title, history }: { name: string; title: string; history: History },
  options: Options,
) {
  const databaseUrl = await environment.createDatabase(name)
  await buildHistory(databaseUrl, history, `building the database, ${name}`)
  const sequence = await writeKeySequence(join(environment.folder, `keys-${name}`), history)
  const server = await environment.startServer(databaseUrl)
  const poller = createPoller(server, { sequence, connections: options.connections })
  const coldPerSecond = await poller.pollEachKey(`first polls, ${name}`)
  const { sizes, failures } = await sampleResponses(server.port, sequence.keys)
  return {
    server,
    databaseUrl,
    sequence,
    /** Polls per second before the keys were in the cache. */
    coldPerSecond,
    side: {
      name,
      title,
      async measure() {
        const result = await poller.poll(options.seconds)
        return { ...result, failures: [...failures, ...result.failures, ...checkBytes(result, sizes)] }
      },
    },
  }
}
