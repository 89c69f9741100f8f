import type { Command } from 'commander'
import type { Manage } from '@quartermaster/sdk'
import type { DeliveryState } from '../../delivery/delivery.ts'
import type { Resolution } from '../../redelivery/resolve-delivery.ts'
import { addCommand, choice } from '../add-command.ts'
import { parseIdOf, parseLimit } from '../parse-option.ts'
import { formatTime, listOutput } from '../print.ts'
import { callStoreApi } from './owner-command.ts'
import { pageSize, take } from './store-client.ts'

type List = { state?: DeliveryState; server?: string; checkout?: string; player?: string; limit: number }
type OnDelivery = { delivery: string }

const STATES: DeliveryState[] = ['pending', 'retrying', 'held', 'processed', 'cancelled']
const RESOLUTIONS: Resolution[] = ['delivered', 'retry', 'continue']

export function addDeliveryCommands(program: Command): void {
  const group = program.command('delivery').description('list, show, resolve, cancel and resend deliveries')
  addList(group)

  const show = addDeliveryCommand(group, 'show', 'show a delivery and all attempts to run it', '')
  callStoreApi<OnDelivery>(
    show,
    async ({ manage, storeId }, { delivery: deliveryId }) => {
      const delivery = await manage.getDelivery({ storeId, deliveryId })
      return { json: delivery, text: describeDelivery(delivery) }
    },
    'delivery',
  )

  const resolve = addDeliveryCommand(
    group,
    'resolve',
    'decide about a delivery that is held or retrying',
    '--as delivered',
  ).addOption(
    choice(
      '--as <resolution>',
      'delivered: the player has everything; retry: run the remaining commands again; continue: the uncertain command did run, continue after it',
      RESOLUTIONS,
    ).makeOptionMandatory(),
  )
  callStoreApi<OnDelivery & { as: Resolution }>(
    resolve,
    async ({ manage, storeId }, { delivery: deliveryId, as: resolution }) => {
      const resolved = await manage.resolveDelivery({ storeId, deliveryId, resolution })
      const text = resolved.state === 'processed' ? 'Marked as delivered.' : 'The delivery is in the queue again.'
      return { json: resolved, text }
    },
    'delivery',
  )

  const cancel = addDeliveryCommand(group, 'cancel', 'take a pending delivery out of the queue', '')
  callStoreApi<OnDelivery>(
    cancel,
    async ({ manage, storeId }, { delivery: deliveryId }) => {
      const cancelled = await manage.cancelDelivery({ storeId, deliveryId })
      const dispatched = ' It was already dispatched, so the game server may have run it.'
      return { json: cancelled, text: `Cancelled.${cancelled.wasDispatched ? dispatched : ''}` }
    },
    'delivery',
  )

  const resend = addDeliveryCommand(
    group,
    'resend',
    'queue a copy of a finished delivery, if the player still owns it',
    '',
  )
  callStoreApi<OnDelivery>(
    resend,
    async ({ manage, storeId }, { delivery: deliveryId }) => {
      const resent = await manage.resendDelivery({ storeId, deliveryId })
      return { json: resent, text: `Queued again as ${resent.id}.` }
    },
    'delivery',
  )
}

function addDeliveryCommand(group: Command, name: string, description: string, example: string): Command {
  return addCommand(group, name, description, `--delivery cmd_… ${example}`) //
    .requiredOption('--delivery <id>', 'the delivery', parseIdOf('cmd'))
}

function addList(group: Command): void {
  const command = addCommand(
    group,
    'list',
    'list the deliveries of a store, newest first',
    '--store sto_… --state held',
  )
    .addOption(choice('--state <state>', 'only deliveries in this state', STATES))
    .option('--server <id>', 'only deliveries of this game server', parseIdOf('srv'))
    .option('--checkout <id>', 'only deliveries of this checkout', parseIdOf('chk'))
    .option('--player <id>', 'only deliveries for this player')
    .option('--limit <n>', 'how many deliveries to show', parseLimit, 50)
  callStoreApi<List>(command, async ({ manage, storeId }, { state, server, checkout, player, limit }) => {
    const filter = {
      ...(state && { state }),
      ...(server && { serverId: server }),
      ...(checkout && { checkoutId: checkout }),
      ...(player !== undefined && { gameUserId: player }),
    }
    return listOutput(
      await take(limit, manage.listDeliveries.each({ storeId, limit: pageSize(limit), ...filter })),
      {
        delivery: ({ id }) => id,
        state: (delivery) => delivery.state,
        type: ({ type }) => type,
        player: ({ gameUserId }) => gameUserId,
        checkout: ({ checkoutId }) => checkoutId,
        created: ({ createdAt }) => formatTime(createdAt),
        dispatched: ({ dispatchedAt }) => formatTime(dispatchedAt),
        finished: ({ finishedAt }) => formatTime(finishedAt),
        'retry at': ({ retryAt }) => formatTime(retryAt),
      },
      'No deliveries.',
    )
  })
}

function describeDelivery(delivery: Manage.Delivery): string {
  const products = new Set(delivery.products.map(({ name }) => name))
  return [
    `${delivery.id}: ${delivery.type} of ${[...products].join(', ')} for ${delivery.gameUserId}, ${delivery.state}`,
    `server ${delivery.serverId ?? 'none yet'}, checkout ${delivery.checkoutId}`,
    `created ${formatTime(delivery.createdAt)}, dispatched ${formatTime(delivery.dispatchedAt)}, finished ${formatTime(delivery.finishedAt)}`,
    ...(delivery.receipt === null ? [] : [`receipt: ${delivery.receipt}`]),
    ...delivery.failedAttempts.map(
      ({ attempt, outcome, commandsRun, reason, output, reportedAt }) =>
        `attempt ${attempt}: ${outcome} at ${formatTime(reportedAt)} after ${commandsRun} commands: ${reason}` +
        (output === null ? '' : `\n  output of the game: ${output}`),
    ),
    ...(delivery.state === 'held' ? describeDecision(delivery) : []),
  ].join('\n')
}

function describeDecision({ id, products, commandsRun }: Manage.Delivery): string[] {
  const commands = products.flatMap((product) => product.commands)
  return [
    `${commandsRun} of ${commands.length} commands ran. The next one is: ${commands[commandsRun] ?? ''}`,
    `Check in the game what happened, then run: npx quartermaster delivery resolve --delivery ${id} --as delivered`,
    '  delivered: the player has everything; retry: run the remaining commands again; continue: that command did run',
  ]
}
