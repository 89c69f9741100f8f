import { Type } from 'typebox'

/** The interface 1.0 that game servers speak. It is frozen: fields may be added inside elements, nothing else. */

export const Init = Type.Object(
  { serverPort: Type.Integer({ minimum: 1, maximum: 65_535, description: 'The port that players connect to' }) },
  { $id: 'Init' },
)

export const Store = Type.Object(
  {
    id: Type.String({ description: 'Identifier of the store' }),
    name: Type.String(),
    plan: Type.String(),
    expirationDate: Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
      description:
        'UTC, with milliseconds and a trailing Z; a store that does not expire says 2099-12-31T23:59:59.000Z',
    }),
    url: Type.String({ description: 'Host name of the store, without a scheme' }),
  },
  { $id: 'Store', additionalProperties: false },
)

export const Product = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'Any Unicode characters' }),
    price: Type.Number({ minimum: 0, description: 'Price of one unit, exact decimal' }),
    quantity: Type.Literal(1, { description: 'Always 1: n units are n entries' }),
    commands: Type.Array(Type.String(), {
      description: 'Console commands; {userId} stands for the game user id and is left in place',
    }),
  },
  { $id: 'Product', additionalProperties: false },
)

export const CheckoutCommand = Type.Object(
  {
    id: Type.String({ description: 'Identifier of the command; report it as commandQueueId' }),
    storeId: Type.String(),
    gameUserId: Type.String({ description: 'The player who bought; not always a number' }),
    checkoutId: Type.String(),
    deliveryType: Type.Union([Type.Literal('APPROVE'), Type.Literal('REFUND'), Type.Literal('EXPIRE')]),
    products: Type.Optional(Type.Array(Type.Ref('Product'), { minItems: 1, description: 'Of APPROVE and REFUND' })),
    product: Type.Optional(Type.Ref('Product')),
  },
  { $id: 'CheckoutCommand', additionalProperties: false },
)

export const PendingCommands = Type.Object(
  {
    checkouts: Type.Array(Type.Ref('CheckoutCommand'), {
      maxItems: 1_000,
      description: 'In queue order; empty when nothing waits',
    }),
  },
  { $id: 'PendingCommands', additionalProperties: false },
)

export const MarkAsProcessed = Type.Object(
  { commandQueueId: Type.String({ minLength: 1, description: 'The id of the command that was handled' }) },
  { $id: 'MarkAsProcessed' },
)

export const Processed = Type.Object(
  {
    id: Type.String(),
    status: Type.Literal('PROCESSED'),
    processedAt: Type.String({ description: 'When the first report of this command arrived' }),
  },
  { $id: 'Processed', additionalProperties: false },
)
