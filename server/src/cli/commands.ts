import { Command, Option } from 'commander'
import { sendAgain } from '../checkouts/send-again.ts'
import { cancelCommand } from '../delivery/cancel-command.ts'
import type { CommandState } from '../delivery/delivery-command.ts'
import { listCommands } from '../delivery/list-commands.ts'
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

export function commandsCommand(): Command {
  const command = new Command('commands').description('delivery commands: list, cancel, send again')
  command
    .command('list')
    .description('list the newest commands of a store')
    .requiredOption('--store <id>', 'store', readStoreId)
    .addOption(new Option('--state <state>', 'only these').choices(['pending', 'processed', 'cancelled']))
    .option('--server <id>', 'only of this server', readServerId)
    .option('--checkout <id>', 'only of this checkout', readCheckoutId)
    .option('--player <text>', 'only for this player')
    .option('--limit <n>', 'how many at most', '50')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster commands list --store sto_… --state pending')
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
      const shown = rows.map((row) => ({
        id: formatId('cmd', row.id),
        state: row.state,
        deliveryType: row.delivery_type,
        gameUserId: row.game_user_id,
        checkoutId: formatId('chk', row.checkout_id),
        serverId: row.server_id === null ? null : formatId('srv', row.server_id),
        createdAt: row.created_at,
        offeredAt: row.offered_at,
        finishedAt: row.finished_at,
        products: JSON.parse(row.products) as unknown,
      }))
      print(json, { commands: shown }, () =>
        shown.length === 0
          ? 'No commands.'
          : table(
              ['command', 'state', 'type', 'player', 'checkout', 'created', 'offered', 'finished'],
              shown.map((c) => [
                c.id,
                c.state,
                c.deliveryType,
                c.gameUserId,
                c.checkoutId,
                moment(c.createdAt),
                moment(c.offeredAt),
                moment(c.finishedAt),
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
  return command
}

function actOn(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .requiredOption('--command <id>', 'command', readCommandId)
    .option('--store <id>', 'its store; makes the search quick on a large platform', readStoreId)
    .option('--json', 'print one JSON object')
    .addHelpText('after', `\nExample:\n  npx quartermaster commands ${name} --command cmd_…`)
}
