import { Command, Option } from 'commander'
import type { Resolution } from '../redelivery/resolve-delivery.ts'
import type { DeliveryState } from '../delivery/delivery.ts'
import { type CheckoutId, type DeliveryId, formatId, type GameServerId, type StoreId } from '../ids.ts'
import type { CommandKey, ShownCommandHistory } from './desk/command-desk.ts'
import { aboutStore, type InStore, type Remote, remotely, withDesk, withStore } from './desk/with-desk.ts'
import { moment, print, table } from './print.ts'
import { readCheckoutId, readDeliveryId, readServerId, readStoreId } from './read-id.ts'
import { readMost } from './read-most.ts'

type List = InStore & {
  state?: DeliveryState
  server?: GameServerId
  checkout?: CheckoutId
  player?: string
  limit: string
}
type Act = { command: DeliveryId; store?: StoreId; remote?: Remote; json?: boolean }
type Settle = Act & { as: Resolution }

const STATES: DeliveryState[] = ['pending', 'retrying', 'held', 'processed', 'cancelled']

export function commandsCommand(): Command {
  const command = new Command('commands').description('delivery commands: list, show, settle, cancel, send again')
  listCommand(command)
  actOn(command, 'cancel', 'take a waiting command out of the queue').action(async (options: Act) => {
    const { wasDispatched } = await withDesk(options.remote, (desk) => desk.commands.cancel(keyOf(options)))
    print(
      options.json,
      { id: formatId('cmd', options.command), state: 'cancelled', wasDispatched },
      () => `Cancelled.${wasDispatched ? ' The game server had been offered it and may have run it.' : ''}`,
    )
  })
  actOn(command, 'resend', 'queue a finished command once more').action(async (options: Act) => {
    const { id } = await withDesk(options.remote, (desk) => desk.commands.resend(keyOf(options)))
    print(options.json, { id, resendOf: formatId('cmd', options.command) }, () => `Queued again as ${id}.`)
  })
  actOn(command, 'show', 'a command, and what became of every attempt to deliver it').action(async (options: Act) => {
    const shown = await withDesk(options.remote, (desk) => desk.commands.show(keyOf(options)))
    print(options.json, shown, () => describe(shown))
  })
  actOn(command, 'settle', 'decide about a command that is held or rests', ' --as done')
    .addOption(
      new Option(
        '--as <outcome>',
        'done: it was delivered after all; again: try it once more; ran: the console command in doubt ran, go on behind it',
      )
        .choices(['done', 'again', 'ran'])
        .makeOptionMandatory(),
    )
    .action(async ({ as, ...options }: Settle) => {
      const { state } = await withDesk(options.remote, (desk) => desk.commands.settle({ ...keyOf(options), as }))
      print(options.json, { id: formatId('cmd', options.command), settledAs: as, state }, () =>
        state === 'processed' ? 'Noted as delivered.' : 'It is in the queue again.',
      )
    })
  return command
}

function listCommand(parent: Command): void {
  const command = parent
    .command('list')
    .description('list the newest commands of a store')
    .addOption(new Option('--state <state>', 'only these').choices(STATES))
    .option('--server <id>', 'only of this server', readServerId)
    .option('--checkout <id>', 'only of this checkout', readCheckoutId)
    .option('--player <text>', 'only for this player')
    .option('--limit <n>', 'how many at most', '50')
    .addHelpText('after', '\nExample:\n  npx quartermaster commands list --store sto_… --state held')
  aboutStore(command).action(async ({ state, server, checkout, player, limit, json, ...options }: List) => {
    const most = readMost(limit)
    const shown = await withStore(options, (desk, storeId) =>
      desk.commands.list({
        storeId,
        most,
        ...(state && { state }),
        ...(server && { serverId: server }),
        ...(checkout && { checkoutId: checkout }),
        ...(player !== undefined && { gameUserId: player }),
      }),
    )
    print(json, { commands: shown }, () =>
      shown.length === 0
        ? 'No commands.'
        : table(
            ['command', 'state', 'type', 'player', 'checkout', 'created', 'offered', 'finished', 'comes again'],
            shown.map((c) => [
              c.id,
              c.state,
              c.deliveryType,
              c.gameUserId,
              c.checkoutId,
              moment(c.createdAt),
              moment(c.dispatchedAt),
              moment(c.finishedAt),
              moment(c.retryAt),
            ]),
          ),
    )
  })
}

function keyOf({ command, store }: Act): CommandKey {
  return { deliveryId: command, ...(store && { storeId: store }) }
}

function describe(command: ShownCommandHistory): string {
  const goods = new Set(command.products.map(({ name }) => name))
  const lines = [
    `${command.id}: ${command.deliveryType} of ${[...goods].join(', ')} for ${command.gameUserId}, ${command.state}`,
    `server ${command.serverId ?? 'none yet'}, checkout ${command.checkoutId}`,
    `created ${moment(command.createdAt)}, offered ${moment(command.dispatchedAt)}, finished ${moment(command.finishedAt)}`,
    ...(command.receipt === null ? [] : [`receipt: ${command.receipt}`]),
    ...command.attempts.map(
      ({ attempt, outcome, done, reason, output, reportedAt }) =>
        `attempt ${attempt}: ${outcome.replace('_', ' ')} at ${moment(reportedAt)}, ${done} console commands ran: ${reason}` +
        (output === null ? '' : `\n  the game answered: ${output}`),
    ),
  ]
  if (command.state === 'held') {
    const steps = command.products.flatMap(({ commands }) => commands)
    lines.push(
      `${command.done} of ${steps.length} console commands ran. Then came: ${steps[command.done] ?? ''}`,
      `Look in the game, then: npx quartermaster commands settle --command ${command.id} --as done`,
      '  done: all of it was delivered; again: it did not run, try it once more; ran: it did, go on behind it',
    )
  }
  return lines.join('\n')
}

function actOn(parent: Command, name: string, description: string, more = ''): Command {
  const command = parent
    .command(name)
    .description(description)
    .requiredOption('--command <id>', 'command', readDeliveryId)
    .option('--store <id>', 'its store; makes the search quick on a large platform', readStoreId)
    .option('--json', 'print one JSON object')
    .addHelpText('after', `\nExample:\n  npx quartermaster commands ${name} --command cmd_…${more}`)
  return remotely(command)
}
