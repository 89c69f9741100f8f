import { type Command, InvalidArgumentError } from 'commander'
import type { Manage, ManageClient } from '@quartermaster/sdk'
import { BILLING_PERIODS, type BillingPeriod } from '../../../catalog/billing-period.ts'
import { REBUY_RULES, type Rebuy } from '../../../catalog/product.ts'
import { VISIBILITIES, type Visibility } from '../../../catalog/product-page.ts'
import { parsePrice } from '../../../money.ts'
import { choice } from '../../add-command.ts'
import { collect, orNone, parseCount, parseIdOf, parseSeconds } from '../../parse-option.ts'
import { parseProductPicture } from './picture.ts'
import { addPageOptions, type PageOptions, readJson, toPageFields } from './page-options.ts'

export type ProductOptions = PageOptions & {
  name?: string
  summary?: string
  category?: string
  visibility?: Visibility
  picture?: { hash: string; alt: string }[]
  price?: string
  approve?: string[]
  refund?: string[]
  expire?: string[]
  duration?: number | 'none'
  variant?: VariantOption[]
  /** False with --no-pictures. */
  pictures?: boolean
  /** False with --no-variants. */
  variants?: boolean
  fieldsFile?: string
  rebuy?: Rebuy
  server?: string[]
  buyerChoosesServer?: boolean
  stock?: number | 'none'
  maxPerPlayer?: number | 'none'
  billingPeriod?: BillingPeriod | 'none'
  graceDays?: number | 'none'
  renewalCommands?: boolean
  deliverOffline?: boolean
  delay?: number
  freeSlots?: number
  repeatable?: boolean
}
/** The API checks the content of the file. */
type Fields = NonNullable<Manage.UpdateProductData['body']['fields']>

/** Options of `product create` and `product update`, besides name, price and the command that runs on purchase. */
export function addProductOptions(command: Command): Command {
  return addPageOptions(command)
    .option('--summary <text>', 'one line about it, for the storefront')
    .option('--category <id>', 'its category; "none" means no category', (text) =>
      text === 'none' ? text : parseIdOf('cat')(text),
    )
    .addOption(
      choice(
        '--visibility <kind>',
        'unlisted: reachable by its link only; hidden: not in the storefront',
        VISIBILITIES,
      ),
    )
    .option(
      '--picture <hash[=text]>',
      'a picture, and what it shows, such as 3f0c…="A blue shield"; can be repeated; replaces all pictures',
      collect(parseProductPicture),
    )
    .option('--refund <command>', 'console command that runs on refund; can be repeated', collect(String))
    .option('--expire <command>', 'console command that runs on expiry; can be repeated', collect(String))
    .option(
      '--duration <duration>',
      'how long players own it, such as P30D or PT12H; "none" means for ever',
      orNone(parseSeconds),
    )
    .option(
      '--variant <name=price[,duration]>',
      'sell it in this form, such as "30 days=19.90,P30D", or as a subscription, such as "Monthly=9.90,every P1M"; can be repeated; replaces all variants',
      collect(parseVariant),
    )
    .option(
      '--fields-file <path>',
      'what the buyer is asked for: a JSON file with a list such as [{"name": "color", "type": "text", "label": "Color"}]; replaces all fields',
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
    .option(
      '--billing-period <period>',
      'sell it as a subscription, paid every P1W, P1M, P3M or P1Y; "none" means it is sold once',
      (text) => (text === 'none' ? text : parseBillingPeriod(text)),
    )
    .option(
      '--grace-days <n>',
      'how many days a subscriber keeps it after a renewal failed; "none" means as the store says',
      orNone(parseCount),
    )
    .option('--renewal-commands', 'every renewal of a subscription runs the approve commands')
    .option('--no-renewal-commands', 'only the first payment runs them')
    .option('--deliver-offline', 'deliver also while the player is offline')
    .option('--delay <duration>', 'how long the game server waits before it delivers, such as PT10S', parseSeconds)
    .option('--free-slots <n>', 'how many free inventory slots the player needs for one unit', parseCount)
    .option(
      '--repeatable',
      'running its commands twice does no harm, so an uncertain delivery is retried automatically',
    )
}

/** Only the fields that were given. */
export async function toProductFields(options: ProductOptions) {
  const { summary, category, visibility, picture } = options
  const { duration, rebuy, server, buyerChoosesServer, stock, maxPerPlayer } = options
  const { deliverOffline, delay, freeSlots, repeatable } = options
  const conditions = {
    ...(deliverOffline !== undefined && { requiresOnline: !deliverOffline }),
    ...(delay !== undefined && { delaySeconds: delay }),
    ...(freeSlots !== undefined && { freeSlots }),
    ...(repeatable !== undefined && { repeatable }),
  }
  return {
    ...(await toPageFields(options)),
    ...(summary !== undefined && { summary }),
    ...(category !== undefined && { categoryId: category === 'none' ? null : category }),
    ...(visibility && { visibility }),
    ...(picture && { pictures: picture }),
    ...(options.pictures === false && { pictures: [] }),
    ...(duration !== undefined && { durationSeconds: toNullable(duration) }),
    ...(options.fieldsFile !== undefined && { fields: (await readJson(options.fieldsFile)) as Fields }),
    ...(rebuy && { rebuy }),
    ...(server && { serverIds: server }),
    ...(buyerChoosesServer !== undefined && { buyerChoosesServer }),
    ...(stock !== undefined && { stock: toNullable(stock) }),
    ...(maxPerPlayer !== undefined && { maxPerPlayer: toNullable(maxPerPlayer) }),
    ...(options.billingPeriod && { billingPeriod: options.billingPeriod === 'none' ? null : options.billingPeriod }),
    ...(options.graceDays !== undefined && { graceDays: toNullable(options.graceDays) }),
    ...(options.renewalCommands !== undefined && { renewalCommands: options.renewalCommands }),
    ...(Object.keys(conditions).length > 0 && { conditions }),
  }
}

function toNullable(value: number | 'none'): number | null {
  return value === 'none' ? null : value
}

type VariantOption = {
  name: string
  price: string
  durationSeconds: number | null
  billingPeriod: BillingPeriod | null
}

function parseBillingPeriod(text: string): BillingPeriod {
  const found = BILLING_PERIODS.find((period) => period === text)
  if (!found) throw new InvalidArgumentError(`Use one of ${BILLING_PERIODS.join(', ')}.`)
  return found
}

/** `30 days=19.90,P30D`, `For ever=149.90`, or for a subscription `Monthly=9.90,every P1M`. */
function parseVariant(text: string): VariantOption {
  const [, name = '', price = '', duration] = /^(.+)=([^=,]+)(?:,([^=,]+))?$/.exec(text) ?? []
  if (name === '') throw new InvalidArgumentError('Give a name, a price and a duration, such as "30 days=19.90,P30D".')
  const [, every] = /^every (.+)$/.exec(duration ?? '') ?? []
  if (every !== undefined) return { name, price, durationSeconds: null, billingPeriod: parseBillingPeriod(every) }
  return { name, price, durationSeconds: duration === undefined ? null : parseSeconds(duration), billingPeriod: null }
}

/** A variant with the same name keeps its id and translations. */
export function toVariants(
  options: VariantOption[],
  { currency, variants }: Pick<Manage.Product, 'currency' | 'variants'>,
) {
  return options.map(({ name, price, durationSeconds, billingPeriod }) => {
    const kept = variants.find((variant) => variant.name === name)
    return {
      ...(kept && { id: kept.id, translations: kept.translations }),
      name,
      priceMinor: parsePrice(price, currency),
      durationSeconds,
      billingPeriod,
    }
  })
}

type Item = { productId: string; variantId?: string; quantity: number }

/** Gives each product the values that it asks for. */
export async function withFields(
  manage: ManageClient,
  { storeId, items, field }: { storeId: string; items: Item[]; field: [name: string, value: string][] },
): Promise<(Item & { fields?: Record<string, string> })[]> {
  if (field.length === 0) return items
  const asked = await Promise.all(
    items.map(async ({ productId }) =>
      (await manage.getProduct({ storeId, productId })).fields.map(({ name }) => name),
    ),
  )
  // A name that no product asks for goes to the first one, so that the API refuses it.
  return items.map((item, i) => ({
    ...item,
    fields: Object.fromEntries(
      field.filter(([name]) => asked[i]?.includes(name) || (i === 0 && !asked.flat().includes(name))),
    ),
  }))
}
