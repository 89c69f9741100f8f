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
  PAGE_QUERY,
  pageOf,
  Timestamp,
  timestamp,
} from './manage.ts'
import { GivenFields } from './catalog/fields.ts'
import { ProviderName } from './manage-payments.ts'

export const CheckoutState = enumOf(['open', 'paid', 'refunded', 'disputed', 'abandoned'])

export const ImportedFrom = nullable(
  Type.String({
    description:
      'The platform that the purchase was imported from, where it was paid and delivered. Null: it is a sale of this store.',
    examples: ['tebex'],
  }),
)

const CheckoutSummary = component('CheckoutSummary', {
  id: idOf('chk'),
  state: CheckoutState,
  gameUserId: GameUserId,
  reference: nullable(Type.String()),
  currency: Type.String({ examples: ['BRL'] }),
  totalMinor: MinorUnits,
  lineCount: Type.Integer(),
  createdAt: Timestamp,
  paidAt: nullable(Timestamp),
  refundedAt: nullable(Timestamp),
  disputedAt: nullable(Timestamp),
  importedFrom: ImportedFrom,
  deliveryCounts: object(
    {
      pending: Type.Integer({ description: 'Deliveries in the queue of a game server.' }),
      processed: Type.Integer({ description: 'Deliveries that ran.' }),
      held: Type.Integer({ description: 'Deliveries that wait for a decision of the staff.' }),
    },
    'The number of deliveries by state.',
  ),
})
export const CheckoutPage = pageOf('CheckoutPage', CheckoutSummary)
export const ListCheckoutsQuery = object({
  ...PAGE_QUERY,
  state: Type.Optional(CheckoutState),
  gameUserId: Type.Optional(GameUserId),
  reference: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  productId: Type.Optional(idOf('prd')),
  from: Type.Optional(timestamp('Created at or after this time.')),
  to: Type.Optional(timestamp('Created before this time.')),
  minTotalMinor: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  maxTotalMinor: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        "A checkout id, the provider's id of a payment, or the beginning of a player's id or of a reference.",
    }),
  ),
})

export const SOLD_ITEMS = {
  gameUserId: GameUserId,
  items: Type.Array(
    object({
      productId: idOf('prd'),
      variantId: Type.Optional(
        nullable(Type.Unsafe<string>({ ...idOf('var'), description: 'Required if the product has variants.' })),
      ),
      quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'Default: 1.' })),
      fields: Type.Optional(GivenFields),
    }),
    { minItems: 1, maxItems: 50 },
  ),
  serverId: Type.Optional(nullable(idOf('srv'))),
  code: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 200,
        examples: ['SUMMER10'],
        description: 'A coupon, or the code of a creator.',
      }),
    ),
  ),
}
export const CreateManualSaleBody = object({
  ...SOLD_ITEMS,
  reference: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Your own name for the sale. It must be unique in the store.',
      }),
    ),
  ),
})
export const OpenCheckoutBody = object({
  ...SOLD_ITEMS,
  reference: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'Your own name for the checkout, such as the number of an order. It must be unique in the store. The same request with the same reference returns the first checkout.',
  }),
  provider: ProviderName,
  giftCardCode: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'A gift card that pays as far as its balance goes. The provider is asked for the rest.',
      }),
    ),
  ),
  returnUrl: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        examples: ['https://vale.example/thanks'],
        description: 'Where the buyer is sent after the payment page. Default: our page about the order.',
      }),
    ),
  ),
  buyerEmail: Type.Optional(
    nullable(
      Type.String({
        minLength: 3,
        maxLength: 254,
        examples: ['steve@vale.example'],
        description: 'MercadoPago needs it to sell a subscription. It is passed on to the provider and not stored.',
      }),
    ),
  ),
})
export const OpenedCheckout = component('OpenedCheckout', {
  id: idOf('chk'),
  totalMinor: MinorUnits,
  paymentPageUrl: nullable(
    Type.String({ description: 'Where the buyer pays. Null if the total is 0: it is delivered immediately.' }),
  ),
})
export const ManualSale = component('ManualSale', { id: idOf('chk'), deliveryIds: Type.Array(idOf('cmd')) })

const LineNos = Type.Array(Type.Integer({ minimum: 1, maximum: 50 }), {
  minItems: 1,
  maxItems: 50,
  description: 'The numbers of the lines to refund. Default: all lines.',
})
export const RefundCheckoutBody = object({
  lines: Type.Optional(LineNos),
  moneyAlreadyReturned: Type.Optional(
    Type.Boolean({
      description: 'You returned the money outside Quartermaster. Only the goods are revoked. Default: false.',
    }),
  ),
})
export const RefundResult = component('RefundResult', {
  checkoutId: idOf('chk'),
  lines: Type.Array(Type.Integer(), {
    description: 'The lines that this request refunded. Empty if they had been refunded before.',
  }),
  cancelledDeliveryIds: Type.Array(idOf('cmd'), { description: 'Deliveries that were removed from the queue.' }),
  deliveryIds: Type.Array(idOf('cmd'), { description: 'New deliveries that revoke the goods in the game.' }),
})
export const PreviewRefundQuery = object({
  lines: Type.Optional(
    Type.String({
      pattern: '^[1-9][0-9]?(,[1-9][0-9]?){0,49}$',
      examples: ['1,3'],
      description: 'The numbers of the lines, separated by commas. Default: all lines.',
    }),
  ),
})
export const RefundPreview = component('RefundPreview', {
  checkoutId: idOf('chk'),
  amountMinor: minorUnits('The money that is returned: the sum of `lines`.'),
  giftCardMinor: minorUnits('What is returned to the gift card: the sum of `lines`.'),
  lines: Type.Array(
    object({
      lineNo: Type.Integer(),
      amountMinor: MinorUnits,
      giftCardMinor: MinorUnits,
      outcome: enumOf(['revoked', 'withdrawn', 'still_owned', 'already_ended', 'not_revocable'], {
        description:
          '`revoked`: commands revoke it in the game, or it is a gift card and becomes void. `withdrawn`: no game server has it, so it leaves the queue. `still_owned`: another purchase grants it. `already_ended`: it expired, or a dispute revoked it. `not_revocable`: the product has no command that revokes it.',
      }),
    }),
    { description: 'The lines that would be refunded. Lines that were refunded before are left out.' },
  ),
  commands: Type.Array(
    object({
      type: enumOf(['APPROVE', 'REFUND', 'EXPIRE']),
      serverId: nullable(idOf('srv')),
      productId: idOf('prd'),
      commands: Type.Array(Type.String()),
    }),
    { description: 'What game servers would run.' },
  ),
})
