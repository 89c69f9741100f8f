import type { Command } from 'commander'
import { formatId, type GameServerId, parseId, type ProductId, type StoreId } from '../../ids.ts'
import { PROVIDERS, type ProviderName } from '../../payments/provider.ts'
import { addCommand, choice } from '../add-command.ts'
import { withDatabase } from '../operator/with-database.ts'
import { collect, parseIdOf, parseItem, requireId } from '../parse-option.ts'
import { print } from '../print.ts'

type Open = {
  store: string
  player: string
  product: ReturnType<typeof parseItem>[]
  provider: ProviderName
  server?: string
  reference?: string
  json?: boolean
}

/** The management API has no such operation: players open checkouts in the storefront. */
export function addCheckoutOpen(group: Command): void {
  addCommand(
    group,
    'open',
    'open a checkout and the page on which the player pays; works only on this machine, without --remote',
    '--store sto_… --provider sandbox --player 42 --product prd_…',
  )
    .requiredOption('--store <id>', 'the store', parseIdOf('sto'))
    .requiredOption('--player <id>', 'the buyer, by the id that the game knows them by')
    .requiredOption('--product <id[:quantity]>', 'what is bought; can be repeated', collect(parseItem))
    .addOption(choice('--provider <name>', 'the payment provider', PROVIDERS).makeOptionMandatory())
    .option(
      '--server <id>',
      'deliver to this game server, if the buyer chooses the server of the product',
      parseIdOf('srv'),
    )
    .option('--reference <text>', 'your own unique name for this checkout; using it again returns the same page')
    .option('--json', 'print the result as JSON')
    .action(async (options: Open) => {
      const { checkoutId, pageUrl } = await openCheckout(options)
      const id = formatId('chk', checkoutId)
      const text =
        pageUrl === null
          ? `Opened ${id}. It costs nothing, so it is being delivered.`
          : `Opened ${id}. The player pays here:\n\n  ${pageUrl}`
      print({ json: { id, pageUrl }, text }, options.json)
    })
}

async function openCheckout({ store, player, product, provider, server, reference }: Open) {
  const { createPayments } = await import('../../payments/create-payments.ts')
  const { startPayment } = await import('../../payments/start-payment.ts')
  const sale = {
    storeId: requireId('sto', parseId<StoreId>('sto', store)),
    gameUserId: player,
    items: product.map(({ productId, quantity }) => ({
      productId: requireId('prd', parseId<ProductId>('prd', productId)),
      quantity,
    })),
    serverId: server === undefined ? null : requireId('srv', parseId<GameServerId>('srv', server)),
    reference: reference ?? null,
  }
  return withDatabase(({ app }, config) => startPayment(createPayments(app, config), { sale, provider }))
}
