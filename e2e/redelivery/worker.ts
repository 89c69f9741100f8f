import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type * as databases from '../../server/src/db/database.ts'
import type * as redeliveries from '../../server/src/redelivery/run-redeliveries.ts'

/**
 * The process that gets killed in the short form: what the server's worker does and nothing else, so that it is there
 * again within a blink. Its arguments: where the product stands, whole or broken, and the database.
 */
const [root = '', url = ''] = process.argv.slice(2)
const load = (file: string) => import(pathToFileURL(join(root, 'server/src', file)).href)
const { openDatabase } = (await load('db/database.ts')) as typeof databases
const { runRedeliveries } = (await load('redelivery/run-redeliveries.ts')) as typeof redeliveries

await new Promise((begin) => process.stdin.once('data', begin))
// The input ends with the harness, however that ends.
process.stdin.once('end', () => process.exit())
const { app, reader } = openDatabase({ url, poolSize: 2, onError: () => undefined })
for (;;) {
  // The server's worker, too, says what went wrong and tries again.
  await runRedeliveries(app, reader).catch((error: unknown) => console.error(error))
  await sleep(50)
}
