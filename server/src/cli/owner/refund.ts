import { type Command, InvalidArgumentError } from 'commander'
import type { Manage } from '@quartermaster/sdk'
import { addCommand } from '../add-command.ts'
import { collect, parseIdOf } from '../parse-option.ts'
import { callStoreApi } from './owner-command.ts'

type Refund = { checkout: string; line?: number[]; moneyAlreadyReturned?: boolean }

export function addRefundCommand(program: Command): void {
  const command = addCommand(
    program,
    'refund',
    'refund a checkout, or some of its lines; the money goes back through the payment provider',
    '--checkout chk_…',
    '--checkout chk_… --line 2',
  )
    .requiredOption('--checkout <id>', 'the checkout', parseIdOf('chk'))
    .option('--line <number>', 'refund only this line, counted from 1; can be repeated', collect(parseLineNo))
    .option('--money-already-returned', 'the player already has the money back; only revoke the products')
  callStoreApi<Refund>(
    command,
    async ({ manage, storeId }, { checkout: checkoutId, line: lines, moneyAlreadyReturned = false }) => {
      const wanted = { storeId, checkoutId, moneyAlreadyReturned, ...(lines && { lines }) }
      const result = await manage.refundCheckout(wanted)
      return { json: result, text: describeRefund(result) }
    },
    'checkout',
  )
}

function describeRefund({ lines, cancelledDeliveryIds, deliveryIds }: Manage.RefundResult): string {
  if (lines.length === 0) return 'It was refunded before. Nothing changed.'
  return (
    `Refunded ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}. ` +
    `Pending deliveries cancelled: ${cancelledDeliveryIds.length}. Refund deliveries queued: ${deliveryIds.length}.`
  )
}

function parseLineNo(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('Lines are counted from 1.')
  return Number(text)
}
