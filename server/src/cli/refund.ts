import { Command, InvalidArgumentError } from 'commander'
import { refund } from '../checkouts/refund.ts'
import { storeOfCheckout } from '../checkouts/store-of-checkout.ts'
import { type CheckoutId, formatId } from '../ids.ts'
import { hasPayment } from '../payments/has-payment.ts'
import { refundPayment } from '../payments/refund-payment.ts'
import { print } from './print.ts'
import { many, readCheckoutId } from './read-id.ts'
import { withDatabase } from './with-database.ts'
import { loadPayments } from './with-payments.ts'

type Options = { checkout: CheckoutId; line?: number[]; moneyReturned?: boolean; json?: boolean }

export function refundCommand(): Command {
  return new Command('refund')
    .description('take a purchase back, whole or by line; what was paid at a provider is given back there first')
    .requiredOption('--checkout <id>', 'checkout', readCheckoutId)
    .option('--line <number>', 'only this line, counted from 1; may be repeated', many(readLineNo))
    .option('--money-returned', 'the money went back already: only take the goods')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster refund --checkout chk_… --line 2')
    .action(async ({ checkout, line, moneyReturned, json }: Options) => {
      const done = await withDatabase(async (database, config) => {
        const { app, reader } = database
        const storeId = await storeOfCheckout(reader, checkout)
        const wanted = { storeId, checkoutId: checkout, ...(line && { lineNos: line }) }
        const isPaidThere = moneyReturned !== true && (await hasPayment(app, wanted))
        return isPaidThere ? refundPayment(await loadPayments(database, config), wanted) : refund(app, wanted)
      })
      const shown = {
        checkoutId: formatId('chk', checkout),
        lines: done.lineNos,
        cancelledCommandIds: done.cancelledIds.map((id) => formatId('cmd', id)),
        commandIds: done.commandIds.map((id) => formatId('cmd', id)),
      }
      print(json, shown, () =>
        shown.lines.length === 0
          ? 'It was refunded before; nothing changed.'
          : `Refunded ${shown.lines.length === 1 ? 'line' : 'lines'} ${shown.lines.join(', ')}: ${shown.cancelledCommandIds.length} waiting commands cancelled, ${shown.commandIds.length} take-backs queued.`,
      )
    })
}

function readLineNo(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('Lines are counted from 1.')
  return Number(text)
}
