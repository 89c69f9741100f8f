import { Command } from 'commander'
import type { Item } from '../checkouts/buy/freeze-lines.ts'
import type { GameServerId } from '../ids.ts'
import { aboutStore, type InStore, withStore } from './desk/with-desk.ts'
import { print } from './print.ts'
import { many, readItem, readServerId } from './read-id.ts'

type Sell = InStore & {
  player: string
  product: Item[]
  server?: GameServerId
  reference?: string
}

export function sellCommand(): Command {
  const command = new Command('sell')
    .description('record a sale that was paid outside: the goods go out at once')
    .requiredOption('--player <text>', "the buyer's game user id")
    .requiredOption('--product <id[:quantity]>', 'what was bought; may be repeated', many(readItem))
    .option('--server <id>', 'deliver to this server, where the product leaves that open', readServerId)
    .option('--reference <text>', 'your own number for this sale; selling again under it changes nothing')
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster sell --store sto_… --player 42 --product prd_…:3 --product prd_…',
    )
  return aboutStore(command).action(async ({ player, product, server, reference, json, ...options }: Sell) => {
    const sold = await withStore(options, (desk, storeId) =>
      desk.checkouts.sell({
        storeId,
        gameUserId: player,
        items: product,
        serverId: server ?? null,
        reference: reference ?? null,
      }),
    )
    print(json, sold, () => `Sold: checkout ${sold.checkoutId}, waiting for delivery: ${sold.deliveryIds.join(', ')}.`)
  })
}
