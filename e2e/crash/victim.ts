import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { destination, pino } from 'pino'
import { refund } from '../../server/src/checkouts/reverse/refund.ts'
import { sell } from '../../server/src/checkouts/buy/sell.ts'
import { readConfig } from '../../server/src/config.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { AppError } from '../../server/src/errors.ts'
import { startServer } from '../../server/src/main.ts'
import { createPayments, type Payments } from '../../server/src/payments/create-payments.ts'
import { startPayment } from '../../server/src/payments/start-payment.ts'
import type { Answer, Order, Ready } from './order.ts'

/**
 * The process that gets killed: the real server, and beside it someone who sells, refunds and opens checkouts as he
 * is told. It is loaded ahead and begins at the first line, so that a restart costs no more than a start.
 */
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
await lines.next()
flushCompileCache() // who is killed never writes it

const config = readConfig()
const server = await startServer(config, pino({ level: config.logLevel, base: null }, destination(2)))
const { app } = openDatabase({ url: config.databaseUrl, poolSize: config.poolSize })
const payments = createPayments(app, config)
say({ port: server.port })
for await (const line of lines) void carryOut(payments, JSON.parse(line) as Order).then(say)
// The input ends with the harness, however that ends.
process.exit()

async function carryOut({ db, ...parts }: Payments, order: Order): Promise<Answer> {
  const { no } = order
  try {
    if ('sell' in order) return { no, sold: await sell(db, order.sell) }
    if ('refund' in order) return { no, refunded: await refund(db, order.refund) }
    return { no, opened: await startPayment({ db, ...parts }, { sale: order.open, provider: 'sandbox' }) }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { no, failed: { code: code ?? 'unknown', message, refused: error instanceof AppError } }
  }
}

/** Standard output is a pipe, and written at once: what was said is out even if the next moment is the last. */
function say(message: Answer | Ready): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}
