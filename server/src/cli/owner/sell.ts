import type { Command } from 'commander'
import { addCommand } from '../add-command.ts'
import { collect, parseFieldValue, parseIdOf, parseItem } from '../parse-option.ts'
import { callStoreApi } from './owner-command.ts'
import { withFields } from './catalog/product-options.ts'

type Sell = {
  player: string
  product: ReturnType<typeof parseItem>[]
  field?: [string, string][]
  server?: string
  reference?: string
  code?: string
}

export function addSellCommand(program: Command): void {
  const command = addCommand(
    program,
    'sell',
    'record a sale that was paid outside Quartermaster, and deliver it',
    '--store sto_… --player 42 --product prd_…:3 --product prd_…',
  )
    .requiredOption('--player <id>', 'the buyer, by the id that the game knows them by')
    .requiredOption('--product <id[/variant][:quantity]>', 'what was bought; can be repeated', collect(parseItem))
    .option(
      '--field <name=value>',
      'what the product asks the buyer for, such as color=red; can be repeated; the values go to every product that asks for them',
      collect(parseFieldValue),
    )
    .option(
      '--server <id>',
      'deliver to this game server, if the buyer chooses the server of the product',
      parseIdOf('srv'),
    )
    .option('--code <text>', 'a coupon, or the code of a creator')
    .option('--reference <text>', 'your own unique name for this sale; using it again does not sell again')
  callStoreApi<Sell>(command, async ({ manage, storeId }, { player, product, field = [], server, reference, code }) => {
    const sale = await manage.createManualSale({
      storeId,
      gameUserId: player,
      items: await withFields(manage, { storeId, items: product, field }),
      serverId: server ?? null,
      reference: reference ?? null,
      ...(code !== undefined && { code }),
    })
    const text = `Sold. The checkout is ${sale.id}; its deliveries are ${sale.deliveryIds.join(', ')}.`
    return { json: sale, text }
  })
}
