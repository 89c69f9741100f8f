import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { PROVIDERS, type ProviderName } from '../../payments/provider.ts'
import { addCommand, choice } from '../add-command.ts'
import { collect, parseFieldValue, parseIdOf, parseItem } from '../parse-option.ts'
import { callStoreApi } from './owner-command.ts'
import { withFields } from './catalog/product-options.ts'

type Open = {
  player: string
  product: ReturnType<typeof parseItem>[]
  field?: [string, string][]
  provider: ProviderName
  server?: string
  reference?: string
  returnTo?: string
  email?: string
}

export function addCheckoutOpen(group: Command): void {
  const command = addCommand(
    group,
    'open',
    'open a checkout and the page on which the player pays',
    '--store sto_… --provider sandbox --player 42 --product prd_…',
  )
    .requiredOption('--player <id>', 'the buyer, by the id that the game knows them by')
    .requiredOption('--product <id[/variant][:quantity]>', 'what is bought; can be repeated', collect(parseItem))
    .addOption(choice('--provider <name>', 'the payment provider', PROVIDERS).makeOptionMandatory())
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
    .option('--reference <text>', 'your own unique name for this checkout; using it again returns the same page')
    .option('--return-to <url>', 'where the player is sent after paying')
    .option('--email <address>', 'of the buyer; MercadoPago needs it for a subscription')
  callStoreApi<Open>(command, async ({ manage, storeId }, options) => {
    const { player, product, field = [], provider, server, reference, returnTo, email } = options
    const opened = await manage.openCheckout({
      storeId,
      gameUserId: player,
      items: await withFields(manage, { storeId, items: product, field }),
      provider,
      serverId: server ?? null,
      reference: reference ?? randomUUID(),
      returnUrl: returnTo ?? null,
      buyerEmail: email ?? null,
    })
    const { id, paymentPageUrl: pageUrl } = opened
    const text =
      pageUrl === null
        ? `Opened ${id}. It costs nothing, so it is being delivered.`
        : `Opened ${id}. The player pays here:\n\n  ${pageUrl}`
    return { json: { id, pageUrl }, text }
  })
}
