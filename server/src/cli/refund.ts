import { Command, InvalidArgumentError } from 'commander'
import { refund } from '../checkouts/refund.ts'
import { storeOfCheckout } from '../checkouts/store-of-checkout.ts'
import { type CheckoutId, formatId } from '../ids.ts'
import { print } from './print.ts'
import { many, readCheckoutId } from './read-id.ts'
import { withDatabase } from './with-database.ts'

export function refundCommand(): Command {
  return new Command('refund')
    .description('take a purchase back, whole or by line; harmless to repeat')
    .requiredOption('--checkout <id>', 'checkout', readCheckoutId)
    .option('--line <number>', 'only this line, counted from 1; may be repeated', many(readLineNo))
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster refund --checkout chk_… --line 2')
    .action(async ({ checkout, line, json }: { checkout: CheckoutId; line?: number[]; json?: boolean }) => {
      const done = await withDatabase(async ({ app, reader }) =>
        refund(app, {
          storeId: await storeOfCheckout(reader, checkout),
          checkoutId: checkout,
          ...(line && { lineNos: line }),
        }),
      )
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
