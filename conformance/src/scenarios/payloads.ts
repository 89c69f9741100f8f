import type { ElementWish } from '../mock-store/delivery.ts'
import type { NeutralScenario, ScenarioV1 } from './scenario.ts'

type Words = Omit<NeutralScenario, 'play'>

/** Offers one element of a shape and waits for it to be in the game. */
function shape(words: Words, wish: ElementWish): NeutralScenario {
  return {
    ...words,
    async play(stage): Promise<void> {
      const element = stage.element(wish)
      stage.offer(element)
      await stage.start()
      await stage.served(element)
      stage.delivered([element])
    },
  }
}

const MEND_PRODUCT = 'Read `products` when it is there and else `[product]`, whatever the delivery type.'

/** Every form that an element can have, one at a time. */
export const SHAPES: NeutralScenario[] = [
  shape(
    {
      id: 'approve',
      title: 'runs the command of a purchase, once, and reports it',
      why: 'This is what players pay for.',
      mend: 'Poll the queue, run each console command with the player in place of {userId}, then report the id.',
    },
    {},
  ),
  shape(
    {
      id: 'refund',
      title: 'runs the commands of a REFUND',
      why: 'Who has the money back keeps the goods. A client that waits for purchases only may also block its queue.',
      mend: 'Treat APPROVE, REFUND and EXPIRE alike: run their commands in order, then report.',
    },
    { deliveryType: 'REFUND' },
  ),
  shape(
    {
      id: 'expire',
      title: 'runs the command of an EXPIRE',
      why: 'A rank for thirty days lasts for ever. In 1.0 an EXPIRE carries `product`, not `products`.',
      mend: MEND_PRODUCT,
    },
    { deliveryType: 'EXPIRE' },
  ),
  shape(
    {
      id: 'several-products',
      title: 'runs the commands of every product of an element',
      why: 'A basket with two products gives one of them.',
      mend: 'Go over all entries of `products`, in order.',
    },
    { commands: [1, 1, 1] },
  ),
  shape(
    {
      id: 'several-commands',
      title: 'runs every command of a product',
      why: 'A kit of three items gives one.',
      mend: 'Go over all `commands` of a product, in order.',
    },
    { commands: [3] },
  ),
  shape(
    {
      id: 'units',
      title: 'gives three units for three equal entries',
      why: 'Three units are three entries, each with `quantity: 1`. Who takes equal entries for one gives a third of what was paid.',
      mend: 'Run every entry of `products`, also when it looks like the one before.',
    },
    { units: 3 },
  ),
  shape(
    {
      id: 'unicode',
      title: 'copes with product names in any script',
      why: 'A name with an emoji or an accent stops delivery.',
      mend: 'Read the answer as UTF-8 and do not print names to anything that cannot show them.',
    },
    { name: 'Pacote ⚔ Diamante 日本語 🎮 \u202Eback' },
  ),
  shape(
    {
      id: 'non-numeric-ids',
      title: 'delivers to players whose id is not a number',
      why: 'Ids are texts: names, license:… or UUIDs. A client that reads them as numbers gives to nobody, or to somebody else.',
      mend: 'Keep gameUserId a text, from the answer to the console.',
    },
    { player: 'license_9f3c-0e1a' },
  ),
]

export const SHAPES_V1: ScenarioV1[] = [
  shape(
    {
      id: 'approve-with-product',
      title: 'accepts an APPROVE with `product` instead of `products`',
      why: 'Rule 4 of the interface: both occur. Who reads one of them loses the purchase, or stops at it.',
      mend: MEND_PRODUCT,
    },
    { single: true },
  ),
  shape(
    {
      id: 'unknown-fields',
      title: 'passes over fields that it does not know',
      why: '1.0 is frozen, except that fields may appear inside elements. A client that refuses them stops one day.',
      mend: 'Read the fields you need and let the others be.',
    },
    { extra: { sinceVersion: 3, notes: { colour: 'red' }, flags: ['a', 'b'], nothing: null } },
  ),
]
