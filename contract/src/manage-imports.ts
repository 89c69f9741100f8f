import { Type } from 'typebox'
import { component, enumOf, GameUserId, idOf, nullable, object, Timestamp, timestamp } from './manage.ts'
import { Markdown, Position, Visibility } from './catalog/pages.ts'
import { DurationSeconds, PriceMinor } from './catalog/variants.ts'
import { CouponNote, CouponDiscount, LIMITS_BODY, PromotionCode } from './promotions/discounts.ts'

const SourceId = Type.String({ minLength: 1, maxLength: 200, description: 'Its id at the source.', examples: ['1337'] })
const Commands = (minItems: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), { minItems, maxItems: 50 })

const ImportedCategory = object({
  sourceId: SourceId,
  name: Type.String({ minLength: 1, maxLength: 100 }),
  description: Type.Optional(Markdown),
  position: Type.Optional(Position),
})

const ImportedProduct = object({
  sourceId: SourceId,
  categorySourceId: Type.Optional(nullable(SourceId)),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  description: Type.Optional(Markdown),
  position: Type.Optional(Position),
  visibility: Type.Optional(Visibility),
  priceMinor: PriceMinor,
  durationSeconds: Type.Optional(DurationSeconds),
  commands: object({
    approve: Commands(1),
    refund: Type.Optional(Commands(0)),
    expire: Type.Optional(Commands(0)),
  }),
  serverIds: Type.Optional(Type.Array(idOf('srv'), { maxItems: 100 })),
  requiresOnline: Type.Optional(Type.Boolean({ description: 'Default: true.' })),
  maxPerPlayer: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }))),
})

const ImportedEntitlement = object({
  productSourceId: Type.Unsafe<string>({ ...SourceId, description: 'The id of its product at the source.' }),
  gameUserId: GameUserId,
  since: Type.Optional(nullable(timestamp('When it was bought. Default: now.'))),
  until: Type.Optional(nullable(timestamp('When it ends. Null: never.'))),
  quantity: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, description: 'Units of a product without a duration. Default: 1.' }),
  ),
})

const ImportedBan = object({
  gameUserId: GameUserId,
  reason: Type.String({ minLength: 1, maxLength: 500 }),
  until: Type.Optional(nullable(Timestamp)),
})

const SourceIds = (what: string) =>
  Type.Optional(Type.Array(SourceId, { maxItems: 500, description: `The ids of its ${what} at the source.` }))
const ImportedCoupon = object({
  sourceId: SourceId,
  code: PromotionCode,
  note: Type.Optional(CouponNote),
  discount: CouponDiscount,
  productSourceIds: SourceIds('products'),
  categorySourceIds: SourceIds('categories'),
  ...LIMITS_BODY,
  startsAt: Type.Optional(nullable(Timestamp)),
  endsAt: Type.Optional(nullable(Timestamp)),
})

const ImportedGiftCard = object({
  code: Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'Players keep it. It has 8 to 40 letters and digits; others do not count. Only a hash of it is stored.',
  }),
  balanceMinor: Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }),
  note: Type.Optional(Type.String({ maxLength: 500 })),
  expiresAt: Type.Optional(nullable(Timestamp)),
})

export const ImportBody = object({
  source: Type.String({
    pattern: '^[a-z][a-z0-9-]{0,29}$',
    description: 'The platform. Source ids of different sources are different things.',
    examples: ['tebex'],
  }),
  overwrite: Type.Optional(
    Type.Boolean({ description: 'Also overwrite what was edited here since it was imported. Default: false.' }),
  ),
  categories: Type.Optional(Type.Array(ImportedCategory, { maxItems: 500 })),
  products: Type.Optional(Type.Array(ImportedProduct, { maxItems: 100 })),
  entitlements: Type.Optional(Type.Array(ImportedEntitlement, { maxItems: 1_000 })),
  bans: Type.Optional(Type.Array(ImportedBan, { maxItems: 1_000 })),
  coupons: Type.Optional(Type.Array(ImportedCoupon, { maxItems: 500 })),
  giftCards: Type.Optional(Type.Array(ImportedGiftCard, { maxItems: 100 })),
})

const Counts = object(
  {
    created: Type.Integer(),
    changed: Type.Integer(),
    unchanged: Type.Integer(),
    kept: Type.Integer({ description: 'Edited or ended here since the last import, and left as they are.' }),
    failed: Type.Integer(),
  },
  'The number of items by outcome.',
)

export const ImportReport = component('ImportReport', {
  counts: object({
    categories: Counts,
    products: Counts,
    entitlements: Counts,
    bans: Counts,
    coupons: Counts,
    giftCards: Counts,
  }),
  items: Type.Array(
    object({
      kind: enumOf(['categories', 'products', 'entitlements', 'bans', 'coupons', 'giftCards']),
      outcome: enumOf(['created', 'changed', 'kept', 'failed']),
      sourceId: nullable(Type.String()),
      gameUserId: nullable(Type.String({ description: 'The player of an entitlement or a ban.' })),
      name: nullable(Type.String()),
      changes: Type.Array(object({ field: Type.String(), from: Type.String(), to: Type.String() })),
      message: nullable(Type.String({ description: 'Why it failed or was kept.' })),
    }),
    { description: 'What is not unchanged. Created entitlements, bans and gift cards are only counted.' },
  ),
})
