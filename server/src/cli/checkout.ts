import { Command, Option } from 'commander'
import type { CheckoutState } from '../checkouts/checkout.ts'
import type { Item } from '../checkouts/buy/freeze-lines.ts'
import { type CheckoutId, formatId, type GameServerId, type StoreId } from '../ids.ts'
import { PROVIDERS, type ProviderName } from '../payments/provider.ts'
import { startPayment } from '../payments/start-payment.ts'
import { aboutStore, type InStore, type Remote, remotely, withDesk, withStore } from './desk/with-desk.ts'
import { moment, print, table } from './print.ts'
import { many, readCheckoutId, readItem, readServerId, readStoreId } from './read-id.ts'
import { readMost } from './read-most.ts'
import { withPayments } from './with-payments.ts'

type List = InStore & {
  state?: CheckoutState
  player?: string
  limit: string
}
type Show = { checkout: CheckoutId; store?: StoreId; remote?: Remote; json?: boolean }
type Open = {
  store: StoreId
  player: string
  product: Item[]
  provider: ProviderName
  server?: GameServerId
  reference?: string
  json?: boolean
}

const STATES: CheckoutState[] = ['open', 'paid', 'refunded', 'disputed', 'abandoned']

export function checkoutCommand(): Command {
  const command = new Command('checkout').description('checkouts that a player pays at a provider')
  command.addCommand(openCommand())
  command.addCommand(listCommand())
  command.addCommand(showDelivery())
  return command
}

function showDelivery(): Command {
  const command = new Command('show')
    .description('how far a checkout is: paid, delivered, taken back')
    .requiredOption('--checkout <id>', 'checkout', readCheckoutId)
    .option('--store <id>', 'its store; needed with --remote when you have several', readStoreId)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster checkout show --checkout chk_…')
  return remotely(command).action(async ({ checkout, store, remote, json }: Show) => {
    const progress = await withDesk(remote, (desk) =>
      desk.checkouts.show({ checkoutId: checkout, ...(store && { storeId: store }) }),
    )
    const { state, total, currency, waiting, delivered, gameUserId } = progress
    print(
      json,
      { id: formatId('chk', checkout), ...progress },
      () =>
        `${state}: ${total} ${currency} by ${gameUserId}; delivered by ${delivered} of ${delivered + waiting} game servers.`,
    )
  })
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list the newest checkouts of a store')
    .addOption(new Option('--state <state>', 'only these').choices(STATES))
    .option('--player <text>', 'only of this player')
    .option('--limit <n>', 'how many at most', '50')
    .addHelpText('after', '\nExample:\n  npx quartermaster checkout list --store sto_… --state paid')
  return aboutStore(command).action(async ({ state, player, limit, json, ...options }: List) => {
    const most = readMost(limit)
    const shown = await withStore(options, (desk, storeId) =>
      desk.checkouts.list({
        storeId,
        most,
        ...(state && { state }),
        ...(player !== undefined && { gameUserId: player }),
      }),
    )
    print(json, { checkouts: shown }, () =>
      shown.length === 0
        ? 'No checkouts.'
        : table(
            ['checkout', 'state', 'player', 'total', 'created', 'waiting', 'delivered', 'held'],
            shown.map(({ id, gameUserId, total, currency, createdAt, delivery, ...checkout }) => [
              id,
              checkout.state,
              gameUserId,
              `${total} ${currency}`,
              moment(createdAt),
              String(delivery.waiting),
              String(delivery.delivered),
              String(delivery.held),
            ]),
          ),
    )
  })
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
