import type { Command } from 'commander'
import type { Manage, ManageClient } from '@quartermaster/sdk'
import { REBUY_RULES, type Rebuy } from '../../catalog/product.ts'
import { parsePrice } from '../../money.ts'
import { addCommand, choice } from '../add-command.ts'
import { collect, orNone, parseCount, parseIdOf, parseSeconds } from '../parse-option.ts'
import { formatAmount, formatDuration, listOutput, type Output } from '../print.ts'
import { callStoreApi } from './owner-command.ts'
import { readAll } from './store-client.ts'

type Fields = {
  name?: string
  price?: string
  approve?: string[]
  refund?: string[]
  expire?: string[]
  duration?: number | 'none'
  rebuy?: Rebuy
  server?: string[]
  buyerChoosesServer?: boolean
  stock?: number | 'none'
  maxPerPlayer?: number | 'none'
  deliverOffline?: boolean
  delay?: number
  freeSlots?: number
  repeatable?: boolean
}
type Create = Fields & { name: string; price: string; approve: string[] }

const EXAMPLE =
  '--name "VIP Gold" --price 19.90 --duration P30D \\\n    --approve "addvip {userId} gold" --refund "removevip {userId} gold" --expire "removevip {userId} gold"'

export function addProductCommands(program: Command): void {
  const group = program.command('product').description('manage the products of a store')

  const create = addCommand(
    group,
    'create',
    'create a product and the commands that deliver it',
    `--store sto_… ${EXAMPLE}`,
  )
    .requiredOption('--name <text>', 'the name that players see')
    .requiredOption('--price <decimal>', "the price in the store's currency, such as 19.90")
    .requiredOption(
      '--approve <command>',
      'console command that runs on purchase; {userId} is the player; can be repeated',
      collect(String),
    )
  callStoreApi<Create>(addFieldOptions(create), async ({ manage, storeId }, options) => {
    const { name, price, approve, refund = [], expire = [] } = options
    const { currency } = await manage.getStore({ storeId })
    const commands = { approve, refund, expire }
    const product = { storeId, name, priceMinor: parsePrice(price, currency), commands, ...toFields(options) }
    return toOutput(await manage.createProduct(product))
  })

  const update = addCommand(
    group,
    'update',
    'change a product; options that you omit do not change it',
    '--store sto_… --product prd_… --price 24.90',
  )
    .requiredOption('--product <id>', 'the product', parseIdOf('prd'))
    .option('--name <text>', 'the name that players see')
    .option('--price <decimal>', "the price in the store's currency, for later sales")
    .option('--approve <command>', 'console command that runs on purchase; can be repeated', collect(String))
  callStoreApi<Fields & { product: string }>(addFieldOptions(update), async ({ manage, storeId }, options) => {
    const changes = {
      ...(await toChanges(manage, { storeId, productId: options.product }, options)),
      ...toFields(options),
    }
    return toOutput(await manage.updateProduct({ storeId, productId: options.product, ...changes }, { ifMatch: '*' }))
  })

  const list = addCommand(group, 'list', 'list the products of a store', '--store sto_…')
  callStoreApi(list, async ({ manage, storeId }) =>
    listOutput(
      await readAll(manage.listProducts.each({ storeId, limit: 200 })),
      {
        product: ({ id }) => id,
        name: ({ name }) => name,
        price: ({ priceMinor, currency }) => formatAmount(priceMinor, currency),
        duration: ({ durationSeconds }) => (durationSeconds === null ? 'for ever' : formatDuration(durationSeconds)),
        rebuy: ({ rebuy }) => rebuy,
        approve: ({ commands }) => commands.approve.join('; '),
      },
      'This store has no products yet.',
    ),
  )
}

function addFieldOptions(command: Command): Command {
  return command
    .option('--refund <command>', 'console command that runs on refund; can be repeated', collect(String))
    .option('--expire <command>', 'console command that runs on expiry; can be repeated', collect(String))
    .option(
      '--duration <duration>',
      'how long players own it, such as P30D or PT12H; "none" means for ever',
      orNone(parseSeconds),
    )
    .addOption(
      choice(
        '--rebuy <rule>',
        'a second purchase adds time to the first (extend), or is separate (independent); default: extend if it has a duration',
        REBUY_RULES,
      ),
    )
    .option(
      '--server <id>',
      'deliver to this game server; can be repeated; default: the default server',
      collect(parseIdOf('srv')),
    )
    .option('--buyer-chooses-server', 'the buyer chooses one of the servers, or any server if --server is missing')
    .option('--stock <n>', 'how many units can still be sold; "none" means no limit', orNone(parseCount))
    .option('--max-per-player <n>', 'how many units one player can own; "none" means no limit', orNone(parseCount))
    .option('--deliver-offline', 'deliver also while the player is offline')
    .option('--delay <duration>', 'how long the game server waits before it delivers, such as PT10S', parseSeconds)
    .option('--free-slots <n>', 'how many free inventory slots the player needs for one unit', parseCount)
    .option(
      '--repeatable',
      'running its commands twice does no harm, so an uncertain delivery is retried automatically',
    )
}

/** Name, price and commands as changes. Commands are replaced together, so those that were not given are read first. */
async function toChanges(
  manage: ManageClient,
  key: { storeId: string; productId: string },
  { name, price, approve, refund, expire }: Fields,
) {
  const { commands, currency } = await manage.getProduct(key)
  return {
    ...(name !== undefined && { name }),
    ...(price !== undefined && { priceMinor: parsePrice(price, currency) }),
    ...((approve ?? refund ?? expire) && {
      commands: { ...commands, ...(approve && { approve }), ...(refund && { refund }), ...(expire && { expire }) },
    }),
  }
}

/** Only the fields that were given. */
function toFields(options: Fields) {
  const { duration, rebuy, server, buyerChoosesServer, stock, maxPerPlayer } = options
  const { deliverOffline, delay, freeSlots, repeatable } = options
  const conditions = {
    ...(deliverOffline !== undefined && { requiresOnline: !deliverOffline }),
    ...(delay !== undefined && { delaySeconds: delay }),
    ...(freeSlots !== undefined && { freeSlots }),
    ...(repeatable !== undefined && { repeatable }),
  }
  return {
    ...(duration !== undefined && { durationSeconds: toNullable(duration) }),
    ...(rebuy && { rebuy }),
    ...(server && { serverIds: server }),
    ...(buyerChoosesServer !== undefined && { buyerChoosesServer }),
    ...(stock !== undefined && { stock: toNullable(stock) }),
    ...(maxPerPlayer !== undefined && { maxPerPlayer: toNullable(maxPerPlayer) }),
    ...(Object.keys(conditions).length > 0 && { conditions }),
  }
}

function toNullable(value: number | 'none'): number | null {
  return value === 'none' ? null : value
}

function toOutput(product: Manage.Product): Output {
  const warnings = product.warnings.map(({ message }) => `\nwarning: ${message}`)
  return { json: product, text: `Saved the product ${product.id} (rebuy: ${product.rebuy}).${warnings.join('')}` }
}
