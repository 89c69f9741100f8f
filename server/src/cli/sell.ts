import { Command } from 'commander'
import type { Item } from '../checkouts/freeze-lines.ts'
import type { GameServerId, StoreId } from '../ids.ts'
import { type Remote, remotely, withDesk } from './desk/with-desk.ts'
import { print } from './print.ts'
import { many, readItem, readServerId, readStoreId } from './read-id.ts'

type Sell = {
  store: StoreId
  player: string
  product: Item[]
  server?: GameServerId
  reference?: string
  remote?: Remote
  json?: boolean
}

export function sellCommand(): Command {
  const command = new Command('sell')
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
  return remotely(command).action(async ({ store, player, product, server, reference, remote, json }: Sell) => {
    const sold = await withDesk(remote, (desk) =>
      desk.checkouts.sell({
        storeId: store,
        gameUserId: player,
        items: product,
        serverId: server ?? null,
        reference: reference ?? null,
      }),
    )
    print(json, sold, () => `Sold: checkout ${sold.checkoutId}, waiting for delivery: ${sold.commandIds.join(', ')}.`)
  })
}
