import { Type } from 'typebox'
import { component, enumOf, idOf, nullable, object, PAGE_QUERY, pageOf, Timestamp, Version } from './manage.ts'
import { FieldsBody, ProductFields } from './catalog/fields.ts'
import { BillingPeriod, DurationSeconds, PriceMinor, Variants, VariantsBody } from './catalog/variants.ts'
import { Markdown, ProductPictures, Position, Slug, translationsOf, Visibility } from './catalog/pages.ts'

const Command = Type.String({
  minLength: 1,
  maxLength: 1_000,
  examples: ['addvip {userId} gold'],
  description:
    "`{userId}` is replaced by the player's id when the command runs, and `{field.name}` by what the buyer entered.",
})
const commands = (minItems: number, description: string) => Type.Array(Command, { minItems, maxItems: 50, description })
const ApproveCommands = commands(
  0,
  'Run when the product is paid. A product needs at least one, unless it is a gift card.',
)
const RefundCommands = commands(0, 'Run when the product is refunded.')
const ExpireCommands = commands(0, 'Run when the product expires.')
const Commands = object({ approve: ApproveCommands, refund: RefundCommands, expire: ExpireCommands })
const ProductName = Type.String({ minLength: 1, maxLength: 200, examples: ['VIP Gold'] })
const Summary = Type.String({
  maxLength: 200,
  examples: ['More homes and a place at the front of the queue'],
  description: 'One line.',
})
const PAGE = {
  slug: Slug,
  summary: Summary,
  description: Markdown,
  position: Position,
  visibility: Visibility,
  pictures: ProductPictures,
  translations: translationsOf({
    name: Type.Optional(ProductName),
    summary: Type.Optional(Summary),
    description: Type.Optional(Markdown),
  }),
}
export const Rebuy = enumOf(['extend', 'independent'], {
  description:
    'What a second purchase does. `extend` adds its duration to the first; `independent` grants the product a second time.',
})
const IsGiftCard = Type.Boolean({
  description: 'Each unit is a gift card that is worth its price. It has no commands. Nothing reduces its price.',
})
const ServerIds = Type.Array(idOf('srv'), {
  maxItems: 100,
  description: 'The game servers that deliver the product. Empty: the default server.',
})
const BuyerChoosesServer = Type.Boolean({
  description: 'The buyer chooses one of `serverIds`, or any server of the store if `serverIds` is empty.',
})
const Stock = Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), Type.Null()], {
  description: 'The number of units that can still be sold. Null: unlimited.',
})
const MaxPerPlayer = Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), Type.Null()], {
  description: 'The number of units that one player can own. Null: unlimited.',
})
const GraceDays = Type.Integer({
  minimum: 1,
  maximum: 30,
  description: 'How many days a subscriber keeps the goods after a renewal failed.',
})
const RenewalCommands = Type.Boolean({
  description:
    'Every renewal of a subscription runs the approve commands. Otherwise only the first payment does, because the player still has the goods.',
})
const CONDITIONS = {
  requiresOnline: Type.Boolean({ description: 'The commands only run while the player is online.' }),
  delaySeconds: Type.Integer({ minimum: 0, maximum: 86_400, description: 'Wait this long after the player joins.' }),
  freeSlots: Type.Integer({ minimum: 0, maximum: 1_000, description: 'The player needs this many free slots.' }),
  repeatable: Type.Boolean({ description: 'The commands have the same effect if they run twice.' }),
}
const ConditionsBody = object({
  requiresOnline: Type.Optional(CONDITIONS.requiresOnline),
  delaySeconds: Type.Optional(CONDITIONS.delaySeconds),
  freeSlots: Type.Optional(CONDITIONS.freeSlots),
  repeatable: Type.Optional(CONDITIONS.repeatable),
})

export const Product = component('Product', {
  id: idOf('prd'),
  name: ProductName,
  ...PAGE,
  priceMinor: PriceMinor,
  currency: Type.String({ examples: ['BRL'] }),
  categoryId: nullable(idOf('cat')),
  commands: Commands,
  durationSeconds: DurationSeconds,
  variants: Variants,
  fields: ProductFields,
  rebuy: Rebuy,
  isGiftCard: IsGiftCard,
  serverIds: ServerIds,
  buyerChoosesServer: BuyerChoosesServer,
  stock: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'The number of units that can still be sold. Null: unlimited. Negative if a checkout was paid after it had been abandoned.',
  }),
  maxPerPlayer: MaxPerPlayer,
  billingPeriod: Type.Union([BillingPeriod, Type.Null()], {
    description: 'A product with a billing period is sold as a subscription, and its duration is not used.',
  }),
  graceDays: Type.Union([GraceDays, Type.Null()], { description: 'Null: as the store says.' }),
  renewalCommands: RenewalCommands,
  conditions: object(CONDITIONS, 'The conditions that a delivery waits for.'),
  warnings: Type.Array(
    object({
      code: Type.String({ examples: ['grant_without_inverse'] }),
      message: Type.String(),
      command: Type.Optional(Type.String({ description: 'The command that the warning is about.' })),
    }),
    { description: 'Likely mistakes in the product. Warnings do not prevent a sale.' },
  ),
  archivedAt: nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
})
export const ProductPage = pageOf('ProductPage', Product)

const OPTIONAL_FIELDS = {
  slug: Type.Optional(PAGE.slug),
  summary: Type.Optional(PAGE.summary),
  description: Type.Optional(PAGE.description),
  position: Type.Optional(PAGE.position),
  visibility: Type.Optional(PAGE.visibility),
  pictures: Type.Optional(PAGE.pictures),
  translations: Type.Optional(PAGE.translations),
  categoryId: Type.Optional(nullable(idOf('cat'))),
  durationSeconds: Type.Optional(DurationSeconds),
  variants: Type.Optional(VariantsBody),
  fields: Type.Optional(FieldsBody),
  rebuy: Type.Optional(Rebuy),
  isGiftCard: Type.Optional(IsGiftCard),
  serverIds: Type.Optional(ServerIds),
  buyerChoosesServer: Type.Optional(BuyerChoosesServer),
  stock: Type.Optional(Stock),
  maxPerPlayer: Type.Optional(MaxPerPlayer),
  billingPeriod: Type.Optional(nullable(BillingPeriod)),
  graceDays: Type.Optional(nullable(GraceDays)),
  renewalCommands: Type.Optional(RenewalCommands),
  conditions: Type.Optional(ConditionsBody),
}
export const CreateProductBody = object({
  name: ProductName,
  priceMinor: PriceMinor,
  commands: object({
    approve: ApproveCommands,
    refund: Type.Optional(RefundCommands),
    expire: Type.Optional(ExpireCommands),
  }),
  ...OPTIONAL_FIELDS,
})
export const UpdateProductBody = object({
  name: Type.Optional(ProductName),
  priceMinor: Type.Optional(PriceMinor),
  commands: Type.Optional(Commands),
  ...OPTIONAL_FIELDS,
})
export const ListProductsQuery = object({
  ...PAGE_QUERY,
  categoryId: Type.Optional(
    Type.Union([idOf('cat'), Type.Literal('none')], { description: '`none` lists the products without a category.' }),
  ),
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'A part of the name or of the slug.' }),
  ),
  archived: Type.Optional(
    Type.Boolean({ description: 'True lists archived products instead of those on sale. Default: false.' }),
  ),
})
