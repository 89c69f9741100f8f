import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { destination, pino } from 'pino'
import { readConfig } from '../../server/src/config.ts'
import { startServer } from '../../server/src/main.ts'

/**
 * The process that gets killed: the real server, with the worker that delivers. It is loaded ahead and begins at the
 * first line, so that a restart costs no more than a start.
 */
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
await lines.next()
flushCompileCache() // who is killed never writes it

const config = readConfig()
await startServer(config, pino({ level: config.logLevel, base: null }, destination(2)))
process.stdout.write('ready\n')
await lines.next()
// The input ends with the harness, however that ends.
process.exit()
