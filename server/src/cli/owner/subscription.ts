import type { Command } from 'commander'
import { SUBSCRIPTION_STATES, type SubscriptionState } from '../../subscriptions/subscription-state.ts'
import { addCommand, choice } from '../add-command.ts'
import { parseIdOf } from '../parse-option.ts'
import { formatTable, formatTime, listOutput } from '../print.ts'
import { callStoreApi } from './owner-command.ts'
import { take } from './store-client.ts'

const RECENT = 50

export function addSubscriptionCommands(program: Command): void {
  const group = program.command('subscription').description('what players pay again and again')
  const list = addCommand(group, 'list', `list the newest ${RECENT} subscriptions`, '--store sto_… --state past_due')
    .addOption(choice('--state <state>', 'only those in this state', SUBSCRIPTION_STATES))
    .option('--player <id>', 'only those of this player')
  callStoreApi<{ state?: SubscriptionState; player?: string }>(list, async ({ manage, storeId }, { state, player }) => {
    const filter = { storeId, ...(state && { state }), ...(player !== undefined && { gameUserId: player }) }
    return listOutput(
      await take(RECENT, manage.listSubscriptions.each(filter)),
      {
        subscription: ({ id }) => id,
        state: ({ state: shown }) => shown,
        player: ({ gameUserId }) => gameUserId,
        product: ({ name }) => name,
        every: ({ billingPeriod }) => billingPeriod,
        'paid until': ({ paidUntil }) => formatTime(paidUntil),
      },
      'No subscriptions.',
    )
  })

  const show = addCommand(group, 'show', 'show a subscription and its orders', '--store sto_… --subscription sub_…')
  show.requiredOption('--subscription <id>', 'the subscription', parseIdOf('sub'))
  callStoreApi<{ subscription: string }>(show, async ({ manage, storeId }, { subscription: subscriptionId }) => {
    const found = await manage.getSubscription({ storeId, subscriptionId })
    const orders = formatTable(found.orders, {
      order: ({ checkoutId }) => checkoutId ?? '(not paid)',
      state: ({ state, failed }) => state ?? (failed ? 'failed' : ''),
      from: ({ startsAt }) => formatTime(startsAt),
      until: ({ endsAt }) => formatTime(endsAt),
    })
    const paid = found.paidUntil === null ? 'nothing was paid' : `paid until ${formatTime(found.paidUntil)}`
    return {
      json: found,
      text: `${found.id}: ${found.name} for ${found.gameUserId}, ${found.state}, ${paid}\n${orders}`,
    }
  })

  const cancel = addCommand(
    group,
    'cancel',
    'cancel a subscription; the player keeps the goods until the end of what was paid',
    '--store sto_… --subscription sub_…',
  )
  cancel.requiredOption('--subscription <id>', 'the subscription', parseIdOf('sub'))
  callStoreApi<{ subscription: string }>(cancel, async ({ manage, storeId }, { subscription: subscriptionId }) => {
    const cancelled = await manage.cancelSubscription({ storeId, subscriptionId })
    const text =
      cancelled.state === 'ended' ? 'It has ended.' : `Cancelled. It ends on ${formatTime(cancelled.paidUntil)}.`
    return { json: cancelled, text }
  })
}
