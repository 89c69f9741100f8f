import { Command, Option } from 'commander'
import { checkoutProgress } from '../checkouts/checkout-progress.ts'
import type { Item } from '../checkouts/freeze-lines.ts'
import { storeOfCheckout } from '../checkouts/store-of-checkout.ts'
import { type CheckoutId, formatId, type GameServerId, type StoreId } from '../ids.ts'
import { PROVIDERS, type ProviderName } from '../payments/provider.ts'
import { startPayment } from '../payments/start-payment.ts'
import { print } from './print.ts'
import { many, readCheckoutId, readItem, readServerId, readStoreId } from './read-id.ts'
import { withDatabase } from './with-database.ts'
import { withPayments } from './with-payments.ts'

type Open = {
  store: StoreId
  player: string
  product: Item[]
  provider: ProviderName
  server?: GameServerId
  reference?: string
  json?: boolean
}

export function checkoutCommand(): Command {
  const command = new Command('checkout').description('checkouts that a player pays at a provider')
  command.addCommand(openCommand())
  command
    .command('show')
    .description('how far a checkout is: paid, delivered, taken back')
    .requiredOption('--checkout <id>', 'checkout', readCheckoutId)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster checkout show --checkout chk_…')
    .action(async ({ checkout, json }: { checkout: CheckoutId; json?: boolean }) => {
      const progress = await withDatabase(async ({ app, reader }) =>
        checkoutProgress(app, { storeId: await storeOfCheckout(reader, checkout), checkoutId: checkout }),
      )
      const { state, total, currency, waiting, delivered, gameUserId } = progress
      print(
        json,
        { id: formatId('chk', checkout), ...progress },
        () =>
          `${state}: ${total} ${currency} by ${gameUserId}; delivered by ${delivered} of ${delivered + waiting} game servers.`,
      )
    })
  return command
}

function openCommand(): Command {
  return new Command('open')
    .description('open a checkout and the page on which the player pays it')
    .requiredOption('--store <id>', 'store', readStoreId)
    .requiredOption('--player <text>', "the buyer's game user id")
    .requiredOption('--product <id[:quantity]>', 'what is bought; may be repeated', many(readItem))
    .addOption(new Option('--provider <name>', 'payment provider').choices(PROVIDERS).makeOptionMandatory())
    .option('--server <id>', 'deliver to this server, where the product leaves that open', readServerId)
    .option('--reference <text>', 'your own number for this checkout; opening again under it gives the same page')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster checkout open --store sto_… --provider sandbox --player 42 --product prd_…',
    )
    .action(async ({ store, player, product, provider, server, reference, json }: Open) => {
      const sale = {
        storeId: store,
        gameUserId: player,
        items: product,
        serverId: server ?? null,
        reference: reference ?? null,
      }
      const started = await withPayments((payments) => startPayment(payments, { sale, provider }))
      const shown = { checkoutId: formatId('chk', started.checkoutId), pageUrl: started.pageUrl }
      print(json, shown, () =>
        shown.pageUrl === null
          ? `Opened ${shown.checkoutId}: it costs nothing, so it is on its way already.`
          : `Opened ${shown.checkoutId}. Pay here:\n\n  ${shown.pageUrl}`,
      )
    })
}
