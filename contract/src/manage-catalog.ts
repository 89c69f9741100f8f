import { Type } from 'typebox'
import { idOf, Moment, oneOf, orNull, PAGE_QUERY, pageOf, part, thing, Version } from './manage.ts'

const CategoryName = Type.String({ minLength: 1, maxLength: 100, examples: ['VIP'] })
const Position = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'Where it stands among the others, lowest first; equals stand by age',
})

export const Category = thing('Category', {
  id: idOf('cat'),
  name: CategoryName,
  position: Position,
  createdAt: Moment,
  updatedAt: Moment,
  version: Version,
})
export const CategoryPage = pageOf('CategoryPage', 'Category')
export const NewCategoryBody = part({ name: CategoryName, position: Type.Optional(Position) })
export const CategoryEdit = part({ name: Type.Optional(CategoryName), position: Type.Optional(Position) })
export const RemovedCategory = thing('RemovedCategory', {
  products: Type.Integer({ minimum: 0, description: 'How many products are without a category now' }),
})

const Command = Type.String({
  minLength: 1,
  maxLength: 1_000,
  examples: ['addvip {userId} gold'],
  description: '`{userId}` stands for the player; the game server fills it in',
})
const commands = (least: number, description: string) =>
  Type.Array(Command, { minItems: least, maxItems: 50, description })
const Commands = part({
  approve: commands(1, 'Run when it was paid'),
  refund: commands(0, 'Run when it is refunded'),
  expire: commands(0, 'Run when its time is over'),
})
const ProductName = Type.String({ minLength: 1, maxLength: 200, examples: ['VIP Gold'] })
const PriceMinor = Type.Integer({
  minimum: 0,
  maximum: 1_000_000_000_000,
  examples: [1990],
  description: "In minor units of the store's currency",
})
const Duration = Type.Union([Type.Integer({ minimum: 1, maximum: 3_153_600_000 }), Type.Null()], {
  description: 'How long it lasts; null: for ever',
})
const Rebuy = oneOf('extend', 'independent')
const Servers = Type.Array(idOf('srv'), { maxItems: 100, description: 'Where it goes; none: the default server' })
const BuyerPicks = Type.Boolean({ description: 'The buyer picks one of these servers, or any when none is named' })
const Stock = Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), Type.Null()], {
  description: 'How many can still be sold; null: without end',
})
const MostPerPlayer = Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), Type.Null()], {
  description: 'How many one player may have; null: as many as he likes',
})
const condition = {
  requiresOnline: Type.Boolean({ description: 'False: its commands work while the player is away' }),
  delaySeconds: Type.Integer({ minimum: 0, maximum: 86_400 }),
  freeSlots: Type.Integer({ minimum: 0, maximum: 1_000 }),
  repeatable: Type.Boolean({ description: 'A second run of its commands does no harm' }),
}
const SomeConditions = part({
  requiresOnline: Type.Optional(condition.requiresOnline),
  delaySeconds: Type.Optional(condition.delaySeconds),
  freeSlots: Type.Optional(condition.freeSlots),
  repeatable: Type.Optional(condition.repeatable),
})

export const ManagedProduct = thing('ManagedProduct', {
  id: idOf('prd'),
  name: ProductName,
  priceMinor: PriceMinor,
  currency: Type.String({ examples: ['BRL'] }),
  categoryId: orNull(idOf('cat')),
  commands: Commands,
  durationSeconds: Duration,
  rebuy: Rebuy,
  serverIds: Servers,
  buyerChoosesServer: BuyerPicks,
  // Below zero: what was paid after it had been given up was sold all the same.
  stock: Type.Union([Type.Integer(), Type.Null()], { description: 'How many can still be sold; null: without end' }),
  maxPerPlayer: MostPerPlayer,
  conditions: part(condition, 'Under which conditions it is delivered'),
  warnings: Type.Array(
    part({
      code: Type.String({ examples: ['grant_without_inverse'] }),
      message: Type.String(),
      command: Type.Optional(Type.String({ description: 'Which command it is about' })),
    }),
    { description: 'What to look at twice. Nothing of it stops a sale' },
  ),
  archivedAt: orNull(Moment),
  createdAt: Moment,
  updatedAt: Moment,
  version: Version,
})
export const ManagedProductPage = pageOf('ManagedProductPage', 'ManagedProduct')

export const NewProductBody = part({
  name: ProductName,
  priceMinor: PriceMinor,
  commands: part({
    approve: commands(1, 'Run when it was paid'),
    refund: Type.Optional(commands(0, 'Run when it is refunded')),
    expire: Type.Optional(commands(0, 'Run when its time is over')),
  }),
  categoryId: Type.Optional(orNull(idOf('cat'))),
  durationSeconds: Type.Optional(Duration),
  rebuy: Type.Optional(Rebuy),
  serverIds: Type.Optional(Servers),
  buyerChoosesServer: Type.Optional(BuyerPicks),
  stock: Type.Optional(Stock),
  maxPerPlayer: Type.Optional(MostPerPlayer),
  conditions: Type.Optional(SomeConditions),
})
export const ProductEdit = part({
  name: Type.Optional(ProductName),
  priceMinor: Type.Optional(PriceMinor),
  commands: Type.Optional(Commands),
  categoryId: Type.Optional(orNull(idOf('cat'))),
  durationSeconds: Type.Optional(Duration),
  rebuy: Type.Optional(Rebuy),
  serverIds: Type.Optional(Servers),
  buyerChoosesServer: Type.Optional(BuyerPicks),
  stock: Type.Optional(Stock),
  maxPerPlayer: Type.Optional(MostPerPlayer),
  conditions: Type.Optional(SomeConditions),
})
export const PRODUCT_QUERY = part({
  ...PAGE_QUERY,
  categoryId: Type.Optional(
    Type.Union([idOf('cat'), Type.Literal('none')], { description: '`none`: those without one' }),
  ),
  archived: Type.Optional(Type.Boolean({ description: 'Those that are not sold any more, instead of those that are' })),
})
