import type { Command } from 'commander'
import type { Manage } from '@quartermaster/sdk'
import type { CheckoutState } from '../../checkouts/checkout.ts'
import { addCommand, choice } from '../add-command.ts'
import { parseIdOf, parseLimit } from '../parse-option.ts'
import { formatAmount, formatTime, listOutput } from '../print.ts'
import { addCheckoutOpen } from './checkout-open.ts'
import { callStoreApi } from './owner-command.ts'
import { pageSize, take } from './store-client.ts'

type List = { state?: CheckoutState; player?: string; limit: number }

const STATES: CheckoutState[] = ['open', 'paid', 'refunded', 'disputed', 'abandoned']

export function addCheckoutCommands(program: Command): void {
  const group = program.command('checkout').description('open, list and show checkouts')
  addCheckoutOpen(group)

  const list = addCommand(group, 'list', 'list the checkouts of a store, newest first', '--store sto_… --state paid')
    .addOption(choice('--state <state>', 'only checkouts in this state', STATES))
    .option('--player <id>', 'only checkouts of this player')
    .option('--limit <n>', 'how many checkouts to show', parseLimit, 50)
  callStoreApi<List>(list, async ({ manage, storeId }, { state, player, limit }) => {
    const filter = { ...(state && { state }), ...(player !== undefined && { gameUserId: player }) }
    return listOutput(
      await take(limit, manage.listCheckouts.each({ storeId, limit: pageSize(limit), ...filter })),
      {
        checkout: ({ id }) => id,
        state: (checkout) => checkout.state,
        player: ({ gameUserId }) => gameUserId,
        total: formatTotal,
        created: ({ createdAt }) => formatTime(createdAt),
        pending: ({ deliveryCounts }) => deliveryCounts.pending,
        delivered: ({ deliveryCounts }) => deliveryCounts.processed,
        held: ({ deliveryCounts }) => deliveryCounts.held,
      },
      'No checkouts.',
    )
  })

  const show = addCommand(group, 'show', 'show a checkout: payment, lines and deliveries', '--checkout chk_…') //
    .requiredOption('--checkout <id>', 'the checkout', parseIdOf('chk'))
  callStoreApi<{ checkout: string }>(
    show,
    async ({ manage, storeId }, { checkout: checkoutId }) => {
      const checkout = await manage.getCheckout({ storeId, checkoutId })
      return { json: checkout, text: describeCheckout(checkout) }
    },
    'checkout',
  )
}

function describeCheckout(checkout: Manage.Checkout): string {
  const grants = checkout.deliveries.filter(({ type, state }) => type === 'APPROVE' && state !== 'cancelled')
  const delivered = grants.filter(({ state }) => state === 'processed')
  return (
    `${checkout.id}: ${checkout.state}, ${formatTotal(checkout)}, player ${checkout.gameUserId}. ` +
    `Game servers that have delivered it: ${delivered.length} of ${grants.length}.`
  )
}

function formatTotal({ totalMinor, currency }: { totalMinor: number; currency: string }): string {
  return formatAmount(totalMinor, currency)
}
