import type { DeliveryOptions } from '../mock-store/delivery.ts'
import type { CommonScenario, ScenarioV1 } from './scenario.ts'

const FIX_PRODUCT = 'Read `products` if it is present, otherwise `[product]`, for every delivery type.'

/** Another player in the game, who must not get anything. */
const BYSTANDER = 'license_0000-1111'

/** Creates a scenario that enqueues one delivery with the given payload and waits until it has run. */
function payloadScenario(texts: Omit<CommonScenario, 'run'>, options: DeliveryOptions): CommonScenario {
  return {
    ...texts,
    async run(context): Promise<void> {
      const delivery = context.createDelivery(options)
      context.addPlayers(BYSTANDER)
      context.enqueue(delivery)
      await context.startClient()
      await context.waitUntilDelivered(delivery)
      context.checkDelivered([delivery])
    },
  }
}

export const PAYLOADS: CommonScenario[] = [
  payloadScenario(
    {
      id: 'approve',
      title: 'runs the command of a purchase once and reports it',
      why: 'Players have paid for it.',
      fix: 'Poll the queue, run each console command with {userId} replaced by the player, then report the id.',
    },
    {},
  ),
  payloadScenario(
    {
      id: 'refund',
      title: 'runs the commands of a REFUND',
      why: 'Otherwise players keep what they bought after they got their money back, and the delivery may block the queue.',
      fix: 'Handle APPROVE, REFUND and EXPIRE in the same way: run their commands in order, then report.',
    },
    { deliveryType: 'REFUND' },
  ),
  payloadScenario(
    {
      id: 'expire',
      title: 'runs the command of an EXPIRE',
      why: 'Otherwise a rank for thirty days lasts forever. In 1.0, an EXPIRE has `product` instead of `products`.',
      fix: FIX_PRODUCT,
    },
    { deliveryType: 'EXPIRE' },
  ),
  payloadScenario(
    {
      id: 'several-products',
      title: 'runs the commands of all products of a delivery',
      why: 'Otherwise a player who bought two products gets only one of them.',
      fix: 'Iterate over all entries of `products`, in order.',
    },
    { commands: [1, 1, 1] },
  ),
  payloadScenario(
    {
      id: 'several-commands',
      title: 'runs all commands of a product',
      why: 'Otherwise a kit of three items gives only one.',
      fix: 'Iterate over all `commands` of a product, in order.',
    },
    { commands: [3] },
  ),
  payloadScenario(
    {
      id: 'units',
      title: 'gives three units for three equal entries',
      why: 'Three units are three entries, each with `quantity: 1`. A client that merges equal entries gives one third of what was paid for.',
      fix: 'Run every entry of `products`, even if it equals the previous one.',
    },
    { units: 3 },
  ),
  payloadScenario(
    {
      id: 'unicode',
      title: 'accepts product names in any script',
      why: 'Otherwise an emoji or an accent in a name stops all deliveries.',
      fix: 'Read the response as UTF-8, and do not print names to an output that cannot show them.',
    },
    { name: 'Pacote ⚔ Diamante 日本語 🎮 \u202Eback' },
  ),
  payloadScenario(
    {
      id: 'non-numeric-ids',
      title: 'delivers to players whose id is not a number',
      why: 'Ids are strings such as names, license:… or UUIDs. A client that reads them as numbers delivers to no player or to the wrong one.',
      fix: 'Keep gameUserId a string, from the response to the console.',
    },
    { player: 'license_9f3c-0e1a' },
  ),
]

export const PAYLOADS_V1: ScenarioV1[] = [
  payloadScenario(
    {
      id: 'approve-with-product',
      title: 'accepts an APPROVE with `product` instead of `products`',
      why: 'Clients must accept both (rule 4 of the interface). A client that reads only one of them loses the purchase or stops.',
      fix: FIX_PRODUCT,
    },
    { hasSingleProduct: true },
  ),
  payloadScenario(
    {
      id: 'unknown-fields',
      title: 'ignores unknown fields',
      why: '1.0 is frozen, but fields may be added inside queued commands. A client that rejects them will stop some day.',
      fix: 'Read the fields that you need and ignore all others.',
    },
    { extraFields: { sinceVersion: 3, notes: { colour: 'red' }, flags: ['a', 'b'], nothing: null } },
  ),
]
