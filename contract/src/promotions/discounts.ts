import { Type } from 'typebox'
import {
  component,
  enumOf,
  GameUserId,
  idOf,
  MinorUnits,
  minorUnits,
  nullable,
  object,
  pageOf,
  Timestamp,
  Version,
} from '../manage.ts'
import { translationsOf } from '../catalog/pages.ts'
import { COUPON_PERCENT, CREATOR_PERCENT, SALE_PERCENT, SHARE_PERCENT } from './discount-limits.ts'
import { SOLD_ITEMS } from '../manage-checkouts.ts'

const basisPoints = ({ min, max }: { min: number; max: number }) =>
  Type.Integer({ minimum: min, maximum: max, examples: [1500], description: '1500 is 15 %.' })
const Amount = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000, examples: [500] })

const Discount = object({
  basisPoints: nullable(basisPoints(CREATOR_PERCENT)),
  amountMinor: nullable(Type.Unsafe<number>({ ...Amount, description: 'For a sale: of each unit.' })),
})
const discountBody = (limits: { min: number; max: number }) =>
  Type.Object(
    { basisPoints: Type.Optional(nullable(basisPoints(limits))), amountMinor: Type.Optional(nullable(Amount)) },
    {
      additionalProperties: false,
      description:
        'Exactly one of them. A fixed amount of a sale is for each unit; one of a code is for the whole basket.',
    },
  )
const SaleDiscount = discountBody(SALE_PERCENT)
export const CouponDiscount = discountBody(COUPON_PERCENT)
const CreatorDiscount = discountBody(CREATOR_PERCENT)
const Scope = nullable(
  object(
    {
      productIds: Type.Array(idOf('prd'), { maxItems: 500 }),
      categoryIds: Type.Array(idOf('cat'), { maxItems: 500 }),
    },
    'The products that it is for. Null: the whole store.',
  ),
)
const Moment = nullable(
  Type.String({
    pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?Z?$`,
    examples: ['2026-11-27T00:00'],
    description:
      'A time of day in the time zone of the storefront, such as 2026-11-27T00:00, or a moment in UTC, such as 2026-11-27T03:00:00Z. Null: no limit.',
  }),
)
const LIMITED = {
  discount: Discount,
  scope: Scope,
  startsAt: nullable(Timestamp),
  endsAt: nullable(Timestamp),
}
const LIMITED_BODY = {
  scope: Type.Optional(Scope),
  startsAt: Type.Optional(Moment),
  endsAt: Type.Optional(Moment),
}
const RECORDED = { createdAt: Timestamp, updatedAt: Timestamp, version: Version }

const SaleName = Type.String({ minLength: 1, maxLength: 100, examples: ['Black Friday'] })
const SaleTranslations = translationsOf({ name: Type.Optional(SaleName) })

export const Sale = component('Sale', {
  id: idOf('sal'),
  name: SaleName,
  translations: SaleTranslations,
  ...LIMITED,
  ...RECORDED,
})
export const SalePage = pageOf('SalePage', Sale)
export const CreateSaleBody = object({
  name: SaleName,
  discount: SaleDiscount,
  translations: Type.Optional(SaleTranslations),
  ...LIMITED_BODY,
})
export const UpdateSaleBody = object({
  name: Type.Optional(SaleName),
  discount: Type.Optional(SaleDiscount),
  translations: Type.Optional(SaleTranslations),
  ...LIMITED_BODY,
})

export const PromotionCode = Type.String({
  minLength: 1,
  maxLength: 200,
  examples: ['SUMMER10'],
  description: 'Case, spaces and Unicode forms do not matter.',
})
const Uses = Type.Integer({ minimum: 0, description: 'The checkouts with this code that are open or were paid.' })
const MaxUses = nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }))
const Periods = enumOf(['first', 'all'], {
  description: 'Whether it reduces the first period of a subscription only, or all of them.',
})
const LIMITS = {
  minimumMinor: minorUnits('The items must cost at least this much, after sales.'),
  maxUses: MaxUses,
  maxUsesPerPlayer: MaxUses,
  periods: Periods,
}
export const LIMITS_BODY = {
  minimumMinor: Type.Optional(Amount),
  maxUses: Type.Optional(MaxUses),
  maxUsesPerPlayer: Type.Optional(MaxUses),
  periods: Type.Optional(Periods),
}
export const CouponNote = Type.String({ maxLength: 100, description: 'For the staff of the store.' })

export const Coupon = component('Coupon', {
  id: idOf('dco'),
  code: PromotionCode,
  note: CouponNote,
  ...LIMITED,
  ...LIMITS,
  uses: Uses,
  ...RECORDED,
})
export const CouponPage = pageOf('CouponPage', Coupon)
export const CreateCouponBody = object({
  code: PromotionCode,
  discount: CouponDiscount,
  note: Type.Optional(CouponNote),
  ...LIMITED_BODY,
  ...LIMITS_BODY,
})
export const UpdateCouponBody = object({
  code: Type.Optional(PromotionCode),
  discount: Type.Optional(CouponDiscount),
  note: Type.Optional(CouponNote),
  ...LIMITED_BODY,
  ...LIMITS_BODY,
})

const CreatorName = Type.String({ minLength: 1, maxLength: 100, examples: ['Ana Plays'] })
const Share = Type.Unsafe<number>({
  ...basisPoints(SHARE_PERCENT),
  description: 'The part of what is paid for a line that the creator gets: 500 is 5 %.',
})

export const Creator = component('Creator', {
  id: idOf('dco'),
  name: CreatorName,
  code: PromotionCode,
  shareBasisPoints: Share,
  ...LIMITED,
  ...LIMITS,
  uses: Uses,
  earnedMinor: minorUnits('The shares of paid lines, without refunded and lost ones.'),
  paidOutMinor: minorUnits('The sum of the recorded payouts.'),
  balanceMinor: minorUnits('What the creator has earned and not got yet. Negative if a refund came after the payout.'),
  ...RECORDED,
})
export const CreatorPage = pageOf('CreatorPage', Creator)
export const CreateCreatorBody = object({
  name: CreatorName,
  code: PromotionCode,
  discount: CreatorDiscount,
  shareBasisPoints: Share,
  ...LIMITED_BODY,
  ...LIMITS_BODY,
})
export const UpdateCreatorBody = object({
  name: Type.Optional(CreatorName),
  code: Type.Optional(PromotionCode),
  discount: Type.Optional(CreatorDiscount),
  shareBasisPoints: Type.Optional(Share),
  ...LIMITED_BODY,
  ...LIMITS_BODY,
})

export const CreatorEntry = component('CreatorEntry', {
  id: idOf('cen'),
  kind: enumOf(['share', 'reversal', 'payout'], {
    description:
      '`share`: earned by a paid line. `reversal`: its refund or lost dispute. `payout`: you paid the creator.',
  }),
  amountMinor: minorUnits('Negative for reversals and payouts.'),
  checkoutId: nullable(idOf('chk')),
  lineNo: nullable(Type.Integer()),
  note: Type.String(),
  createdBy: nullable(Type.String()),
  createdAt: Timestamp,
})
export const CreatorEntryPage = pageOf('CreatorEntryPage', CreatorEntry)
export const RecordPayoutBody = object({
  amountMinor: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'What you paid the creator, at most the balance.',
  }),
  note: Type.Optional(Type.String({ maxLength: 500, examples: ['Pix 2026-12-01'] })),
})

export const PreviewPriceBody = object({
  items: SOLD_ITEMS.items,
  code: Type.Optional(nullable(PromotionCode)),
  gameUserId: Type.Optional(nullable(GameUserId)),
})
const AMOUNTS = {
  listMinor: minorUnits('The price of the catalog times the quantity.'),
  upgradeCreditMinor: MinorUnits,
  saleMinor: MinorUnits,
  codeMinor: minorUnits('What the coupon or the code of a creator takes off.'),
  giftCardMinor: MinorUnits,
  paidMinor: minorUnits('What is paid with money.'),
  taxMinor: minorUnits('Contained in what is paid.'),
  creatorShareMinor: minorUnits('What the creator gets of it.'),
}
export const PricePreview = component('PricePreview', {
  currency: Type.String({ examples: ['BRL'] }),
  refusals: Type.Array(
    object({
      reason: Type.String({ examples: ['code_used_up'] }),
      lineNo: nullable(Type.Integer({ description: 'Null: it concerns the code.' })),
    }),
    { description: 'Why it cannot be bought. Then there are no lines.' },
  ),
  lines: Type.Array(
    object({
      lineNo: Type.Integer(),
      productId: idOf('prd'),
      variantId: nullable(idOf('var')),
      name: Type.String(),
      quantity: Type.Integer(),
      saleId: nullable(idOf('sal')),
      ...AMOUNTS,
    }),
  ),
  total: object(AMOUNTS),
})
