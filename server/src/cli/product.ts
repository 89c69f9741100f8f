import { Command, InvalidArgumentError, Option } from 'commander'
import { REBUY_RULES, type Rebuy } from '../catalog/product.ts'
import type { GameServerId, ProductId } from '../ids.ts'
import type { SavedProduct } from './desk/product-desk.ts'
import { aboutStore, type InStore, withStore } from './desk/with-desk.ts'
import { print, table } from './print.ts'
import { readDuration } from './read-duration.ts'
import { many, readProductId, readServerId } from './read-id.ts'

type Save = InStore & {
  product?: ProductId
  name: string
  price: string
  approve: string[]
  refund?: string[]
  expire?: string[]
  duration?: number
  rebuy?: Rebuy
  server?: GameServerId[]
  buyerPicksServer?: boolean
  stock?: number | null
  maxPerPlayer?: number | null
  online?: boolean
  delay?: number
  freeSlots?: number | null
  repeatable?: boolean
}

const same = (text: string) => text

export function productCommand(): Command {
  const command = new Command('product').description('what a store sells')
  command.addCommand(saveCommand('create'))
  command.addCommand(
    saveCommand('update').requiredOption(
      '--product <id>',
      'product to change; later sales get the change',
      readProductId,
    ),
  )
  command.addCommand(listCommand())
  return command
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list the products of a store')
    .addHelpText('after', '\nExample:\n  npx quartermaster product list --store sto_…')
  return aboutStore(command).action(async ({ json, ...options }: InStore) => {
    const shown = await withStore(options, (desk, storeId) => desk.products.list(storeId))
    print(json, { products: shown }, () =>
      table(
        ['product', 'name', 'price', 'lasts', 'rebuy', 'approve'],
        shown.map((p) => [
          p.id,
          p.name,
          `${p.price} ${p.currency}`,
          p.durationSeconds === null ? 'for ever' : `${p.durationSeconds} s`,
          p.rebuy,
          p.commands.approve.join('; '),
        ]),
      ),
    )
  })
}

function saveCommand(verb: 'create' | 'update'): Command {
  const command = new Command(verb)
    .description(`${verb} a product with the console commands that deliver it`)
    .requiredOption('--name <text>', 'name that players see')
    .requiredOption('--price <decimal>', "price of one in the store's currency, like 19.90")
    .requiredOption(
      '--approve <command>',
      'runs when it was paid; may be repeated. {userId} stands for the player',
      many(same),
    )
    .option('--refund <command>', 'runs when it is refunded; may be repeated', many(same))
    .option('--expire <command>', 'runs when its time is over; may be repeated', many(same))
    .option('--duration <iso>', 'how long it lasts, like P30D or PT30S; left out, for ever', readDuration)
    .addOption(
      new Option(
        '--rebuy <rule>',
        'a second purchase extends the first, or stands on its own (timed products extend, others stand on their own)',
      ).choices(REBUY_RULES),
    )
    .option(
      '--server <id>',
      'deliver to this server; may be repeated (left out: the default server)',
      many(readServerId),
    )
    .option('--buyer-picks-server', 'the buyer picks one of these servers, or any when none is named')
    .option('--stock <n>', 'how many can be sold from now on; "none" for no limit (left out: as it was)', readLimit)
    .option(
      '--most-per-player <n>',
      'how many one player may have; "none" for no limit (left out: as it was)',
      readLimit,
    )
    .option('--no-online', 'its commands work while the player is away, so nobody waits for him')
    .option('--delay <iso>', 'how long a game server waits before it delivers, like PT10S', readDuration)
    .option('--free-slots <n>', 'how many free inventory slots the player needs for one', readLimit)
    .option('--repeatable', 'a second run of its commands does no harm, so a delivery in doubt is simply repeated')
    .addHelpText(
      'after',
      `\nExample:\n  npx quartermaster product ${verb} --store sto_… ${verb === 'update' ? '--product prd_… ' : ''}--name "VIP Gold" --price 19.90 \\\n    --approve "addvip {userId} gold" --refund "removevip {userId} gold" --expire "removevip {userId} gold" --duration P30D`,
    )
  return aboutStore(command).action(async (options: Save) => {
    const { id, rebuy, warnings } = await withStore(options, (desk, storeId) =>
      desk.products.save({ storeId, ...toInput(options) }),
    )
    print(options.json, { id, rebuy, warnings }, () =>
      [`Saved the product ${id} (rebuy: ${rebuy}).`, ...warnings.map((warning) => `warning: ${warning}`)].join('\n'),
    )
  })
}

function toInput({
  product,
  name,
  price,
  approve,
  refund,
  expire,
  duration,
  rebuy,
  server,
  buyerPicksServer,
  stock,
  maxPerPlayer,
  online,
  delay,
  freeSlots,
  repeatable,
}: Save): Omit<SavedProduct, 'storeId'> {
  return {
    ...(product && { id: product }),
    name,
    price,
    commands: { approve, refund: refund ?? [], expire: expire ?? [] },
    durationSeconds: duration ?? null,
    ...(rebuy && { rebuy }),
    serverIds: server ?? [],
    buyerChoosesServer: buyerPicksServer === true,
    ...(stock !== undefined && { stock }),
    ...(maxPerPlayer !== undefined && { maxPerPlayer }),
    conditions: {
      requiresOnline: online !== false,
      delaySeconds: delay ?? 0,
      freeSlots: freeSlots ?? 0,
      repeatable: repeatable === true,
    },
  }
}

function readLimit(text: string): number | null {
  if (text === 'none') return null
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number, or none.')
  return Number(text)
}
