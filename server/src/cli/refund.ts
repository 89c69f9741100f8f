import { Command, InvalidArgumentError } from 'commander'
import { type CheckoutId, formatId, type StoreId } from '../ids.ts'
import { type Remote, remotely, withDesk } from './desk/with-desk.ts'
import { print } from './print.ts'
import { many, readCheckoutId, readStoreId } from './read-id.ts'

type Options = {
  checkout: CheckoutId
  store?: StoreId
  line?: number[]
  moneyAlreadyReturned?: boolean
  remote?: Remote
  json?: boolean
}

export function refundCommand(): Command {
  const command = new Command('refund')
    .description('take a purchase back, whole or by line; what was paid at a provider is given back there first')
    .requiredOption('--checkout <id>', 'checkout', readCheckoutId)
    .option('--store <id>', 'its store; needed with --remote when you have several', readStoreId)
    .option('--line <number>', 'only this line, counted from 1; may be repeated', many(readLineNo))
    .option('--money-returned', 'the money went back already: only take the goods')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster refund --checkout chk_… --line 2')
  return remotely(command).action(async ({ checkout, store, line, moneyAlreadyReturned, remote, json }: Options) => {
    const done = await withDesk(remote, (desk) =>
      desk.checkouts.refund({
        checkoutId: checkout,
        ...(store && { storeId: store }),
        ...(line && { lineNos: line }),
        moneyAlreadyReturned: moneyAlreadyReturned === true,
      }),
    )
    const { lines, cancelledDeliveryIds, deliveryIds } = done
    print(json, { checkoutId: formatId('chk', checkout), lines, cancelledDeliveryIds, deliveryIds }, () =>
      lines.length === 0
        ? 'It was refunded before; nothing changed.'
        : `Refunded ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}: ${cancelledDeliveryIds.length} waiting commands cancelled, ${deliveryIds.length} take-backs queued.`,
    )
  })
}

function readLineNo(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('Lines are counted from 1.')
  return Number(text)
}
