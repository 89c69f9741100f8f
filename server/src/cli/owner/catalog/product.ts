import type { Command } from 'commander'
import type { Manage, ManageClient } from '@quartermaster/sdk'
import { parsePrice } from '../../../money.ts'
import { addCommand } from '../../add-command.ts'
import { collect, parseIdOf } from '../../parse-option.ts'
import { formatAmount, formatDuration, listOutput, type Output } from '../../print.ts'
import { callStoreApi } from '../owner-command.ts'
import { addProductOptions, type ProductOptions, toProductFields, toVariants } from './product-options.ts'
import { readAll } from '../store-client.ts'

type Create = ProductOptions & { name: string; price: string; giftCard?: true }

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
    .option(
      '--approve <command>',
      'console command that runs on purchase; {userId} is the player; can be repeated; needed unless it is a gift card',
      collect(String),
    )
  create.option('--gift-card', 'each unit is a gift card that is worth its price')
  callStoreApi<Create>(addProductOptions(create), async ({ manage, storeId }, options) => {
    const { name, price, approve = [], refund = [], expire = [], variant, giftCard } = options
    const { currency } = await manage.getStore({ storeId })
    const commands = { approve, refund, expire }
    const product = {
      storeId,
      name,
      priceMinor: parsePrice(price, currency),
      commands,
      ...(giftCard && { isGiftCard: true }),
      ...(variant && { variants: toVariants(variant, { currency, variants: [] }) }),
      ...(await toProductFields(options)),
    }
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
    .option('--no-variants', 'remove all variants')
    .option('--no-pictures', 'remove all pictures')
  callStoreApi<ProductOptions & { product: string }>(
    addProductOptions(update),
    async ({ manage, storeId }, options) => {
      const changes = {
        ...(await toChanges(manage, { storeId, productId: options.product }, options)),
        ...(await toProductFields(options)),
      }
      return toOutput(await manage.updateProduct({ storeId, productId: options.product, ...changes }, { ifMatch: '*' }))
    },
  )

  addArchiveCommands(group)

  const list = addCommand(group, 'list', 'list the products of a store', '--store sto_…')
    .option('--search <text>', 'only products whose name or slug contains this text')
    .option('--archived', 'archived products instead of those on sale')
  callStoreApi<{ search?: string; archived?: true }>(list, async ({ manage, storeId }, { search, archived }) =>
    listOutput(
      await readAll(
        manage.listProducts.each({
          storeId,
          limit: 200,
          ...(search !== undefined && { search }),
          ...(archived && { archived }),
        }),
      ),
      {
        product: ({ id }) => id,
        name: ({ name }) => name,
        slug: ({ slug }) => slug,
        price: ({ priceMinor, currency }) => formatAmount(priceMinor, currency),
        duration: ({ durationSeconds }) => (durationSeconds === null ? 'for ever' : formatDuration(durationSeconds)),
        variants: ({ variants }) => variants.map((variant) => `${variant.name}: ${variant.id}`).join('; ') || null,
        rebuy: ({ rebuy }) => rebuy,
        approve: ({ commands }) => commands.approve.join('; '),
      },
      archived ? 'This store has no archived products.' : 'This store has no products yet.',
    ),
  )
}

function addArchiveCommands(group: Command): void {
  const example = '--store sto_… --product prd_…'
  const archive = addCommand(group, 'archive', 'stop selling a product; sold units are still delivered', example) //
    .requiredOption('--product <id>', 'the product', parseIdOf('prd'))
  callStoreApi<{ product: string }>(archive, async ({ manage, storeId }, { product: productId }) => {
    const product = await manage.archiveProduct({ storeId, productId }, { ifMatch: '*' })
    return { json: product, text: `Archived the product ${product.id}. It is no longer sold.` }
  })
  const restore = addCommand(group, 'restore', 'sell an archived product again', example) //
    .requiredOption('--product <id>', 'the product', parseIdOf('prd'))
  callStoreApi<{ product: string }>(restore, async ({ manage, storeId }, { product: productId }) => {
    const product = await manage.restoreProduct({ storeId, productId }, { ifMatch: '*' })
    return { json: product, text: `Restored the product ${product.id}. It is sold again.` }
  })
}

/** Name, price and commands as changes. Commands are replaced together, so those that were not given are read first. */
async function toChanges(
  manage: ManageClient,
  key: { storeId: string; productId: string },
  { name, price, approve, refund, expire, variant, variants: keepsVariants }: ProductOptions,
) {
  const product = await manage.getProduct(key)
  const { commands, currency } = product
  return {
    ...(name !== undefined && { name }),
    ...(variant && { variants: toVariants(variant, product) }),
    ...(keepsVariants === false && { variants: [] }),
    ...(price !== undefined && { priceMinor: parsePrice(price, currency) }),
    ...((approve ?? refund ?? expire) && {
      commands: { ...commands, ...(approve && { approve }), ...(refund && { refund }), ...(expire && { expire }) },
    }),
  }
}

function toOutput(product: Manage.Product): Output {
  const warnings = product.warnings.map(({ message }) => `\nwarning: ${message}`)
  return { json: product, text: `Saved the product ${product.id} (rebuy: ${product.rebuy}).${warnings.join('')}` }
}
