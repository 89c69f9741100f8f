import { Command, Option } from 'commander'
import { sendAgain } from '../checkouts/send-again.ts'
import { type Settlement, settleCommand } from '../checkouts/settle-command.ts'
import { cancelCommand } from '../delivery/cancel-command.ts'
import type { CommandState } from '../delivery/delivery-command.ts'
import { type CommandRow, listCommands } from '../delivery/list-commands.ts'
import { showCommand } from '../delivery/show-command.ts'
import { storeOfCommand } from '../delivery/store-of-command.ts'
import { type CheckoutId, type CommandId, formatId, type GameServerId, type StoreId } from '../ids.ts'
import { moment, print, table } from './print.ts'
import { readCheckoutId, readCommandId, readServerId, readStoreId } from './read-id.ts'
import { withDatabase } from './with-database.ts'

type List = {
  store: StoreId
  state?: CommandState
  server?: GameServerId
  checkout?: CheckoutId
  player?: string
  limit: string
  json?: boolean
}
type Act = { command: CommandId; store?: StoreId; json?: boolean }
type Settle = Act & { as: Settlement }

const STATES: CommandState[] = ['pending', 'resting', 'held', 'processed', 'cancelled']

export function commandsCommand(): Command {
  const command = new Command('commands').description('delivery commands: list, show, settle, cancel, send again')
  command
    .command('list')
    .description('list the newest commands of a store')
    .requiredOption('--store <id>', 'store', readStoreId)
    .addOption(new Option('--state <state>', 'only these').choices(STATES))
    .option('--server <id>', 'only of this server', readServerId)
    .option('--checkout <id>', 'only of this checkout', readCheckoutId)
    .option('--player <text>', 'only for this player')
    .option('--limit <n>', 'how many at most', '50')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster commands list --store sto_… --state held')
    .action(async ({ store, state, server, checkout, player, limit, json }: List) => {
      const most = Math.min(Math.max(Number.parseInt(limit, 10) || 50, 1), 1_000)
      const rows = await withDatabase(({ app }) =>
        listCommands(app, {
          storeId: store,
          most,
          ...(state && { state }),
          ...(server && { serverId: server }),
          ...(checkout && { checkoutId: checkout }),
          ...(player !== undefined && { player }),
        }),
      )
      const shown = rows.map(toShown)
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
                moment(c.offeredAt),
                moment(c.finishedAt),
                moment(c.readyAt),
              ]),
            ),
      )
    })
  actOn(command, 'cancel', 'take a waiting command out of the queue').action(
    async ({ command: commandId, store, json }: Act) => {
      const { wasOffered } = await withDatabase(async ({ app, reader }) =>
        cancelCommand(app, { storeId: store ?? (await storeOfCommand(reader, commandId)), commandId }),
      )
      print(
        json,
        { id: formatId('cmd', commandId), state: 'cancelled', wasOffered },
        () => `Cancelled.${wasOffered ? ' The game server had been offered it and may have run it.' : ''}`,
      )
    },
  )
  actOn(command, 'resend', 'queue a finished command once more').action(
    async ({ command: commandId, store, json }: Act) => {
      const id = await withDatabase(async ({ app, reader }) =>
        sendAgain(app, { storeId: store ?? (await storeOfCommand(reader, commandId)), commandId }),
      )
      print(
        json,
        { id: formatId('cmd', id), resendOf: formatId('cmd', commandId) },
        () => `Queued again as ${formatId('cmd', id)}.`,
      )
    },
  )
  actOn(command, 'show', 'a command, and what became of every attempt to deliver it').action(
    async ({ command: commandId, store, json }: Act) => {
      const found = await withDatabase(async ({ app, reader }) =>
        showCommand(app, { storeId: store ?? (await storeOfCommand(reader, commandId)), commandId }),
      )
      const attempts = found.history.map(({ steps_done: done, reported_at: reportedAt, ...attempt }) => ({
        ...attempt,
        done,
        reportedAt,
      }))
      const shown = { ...toShown(found), attempts }
      print(json, shown, () => describe(shown))
    },
  )
  actOn(command, 'settle', 'decide about a command that is held or rests', ' --as done')
    .addOption(
      new Option(
        '--as <outcome>',
        'done: it was delivered after all; again: try it once more; ran: the console command in doubt ran, go on behind it',
      )
        .choices(['done', 'again', 'ran'])
        .makeOptionMandatory(),
    )
    .action(async ({ command: commandId, store, as, json }: Settle) => {
      const state = await withDatabase(async ({ app, reader }) =>
        settleCommand(app, { storeId: store ?? (await storeOfCommand(reader, commandId)), commandId, as }),
      )
      print(json, { id: formatId('cmd', commandId), settledAs: as, state }, () =>
        state === 'processed' ? 'Noted as delivered.' : 'It is in the queue again.',
      )
    })
  return command
}

function toShown(row: CommandRow) {
  return {
    id: formatId('cmd', row.id),
    state: row.state,
    deliveryType: row.delivery_type,
    gameUserId: row.game_user_id,
    checkoutId: formatId('chk', row.checkout_id),
    serverId: row.server_id === null ? null : formatId('srv', row.server_id),
    createdAt: row.created_at,
    offeredAt: row.offered_at,
    finishedAt: row.finished_at,
    readyAt: row.ready_at,
    receipt: row.receipt,
    done: row.steps_done,
    products: JSON.parse(row.products) as { name: string; commands: string[] }[],
  }
}

type Shown = ReturnType<typeof toShown> & {
  attempts: {
    attempt: number
    outcome: string
    done: number
    reason: string
    output: string | null
    reportedAt: Date
  }[]
}

function describe(command: Shown): string {
  const goods = new Set(command.products.map(({ name }) => name))
  const lines = [
    `${command.id}: ${command.deliveryType} of ${[...goods].join(', ')} for ${command.gameUserId}, ${command.state}`,
    `server ${command.serverId ?? 'none yet'}, checkout ${command.checkoutId}`,
    `created ${moment(command.createdAt)}, offered ${moment(command.offeredAt)}, finished ${moment(command.finishedAt)}`,
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
  return parent
    .command(name)
    .description(description)
    .requiredOption('--command <id>', 'command', readCommandId)
    .option('--store <id>', 'its store; makes the search quick on a large platform', readStoreId)
    .option('--json', 'print one JSON object')
    .addHelpText('after', `\nExample:\n  npx quartermaster commands ${name} --command cmd_…${more}`)
}
