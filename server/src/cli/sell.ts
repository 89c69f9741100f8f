import { Command } from 'commander'
import type { Item } from '../checkouts/freeze-lines.ts'
import { sell } from '../checkouts/sell.ts'
import { formatId, type GameServerId, type StoreId } from '../ids.ts'
import { print } from './print.ts'
import { many, readItem, readServerId, readStoreId } from './read-id.ts'
import { withDatabase } from './with-database.ts'

type Sell = {
  store: StoreId
  player: string
  product: Item[]
  server?: GameServerId
  reference?: string
  json?: boolean
}

export function sellCommand(): Command {
  return new Command('sell')
    .description('record a sale that was paid outside: the goods go out at once')
    .requiredOption('--store <id>', 'store', readStoreId)
    .requiredOption('--player <text>', "the buyer's game user id")
    .requiredOption('--product <id[:quantity]>', 'what was bought; may be repeated', many(readItem))
    .option('--server <id>', 'deliver to this server, where the product leaves that open', readServerId)
    .option('--reference <text>', 'your own number for this sale; selling again under it changes nothing')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster sell --store sto_… --player 42 --product prd_…:3 --product prd_…',
    )
    .action(async ({ store, player, product, server, reference, json }: Sell) => {
      const sold = await withDatabase(({ app }) =>
        sell(app, {
          storeId: store,
          gameUserId: player,
          items: product,
          serverId: server ?? null,
          reference: reference ?? null,
        }),
      )
      const shown = {
        checkoutId: formatId('chk', sold.checkoutId),
        commandIds: sold.commandIds.map((id) => formatId('cmd', id)),
      }
      print(
        json,
        shown,
        () => `Sold: checkout ${shown.checkoutId}, waiting for delivery: ${shown.commandIds.join(', ')}.`,
      )
    })
}
