import { Type } from 'typebox'
import { MAX_COMMANDS_PER_POLL, MAX_PORT } from './limits.ts'

/** Games interface 1.0. It is frozen: fields may be added to queued commands and products, nothing else changes. */

export const Init = Type.Object(
  {
    serverPort: Type.Integer({
      minimum: 1,
      maximum: MAX_PORT,
      description: 'The port that players connect to',
      examples: [30_120],
    }),
  },
  { $id: 'Init' },
)

export const Store = Type.Object(
  {
    id: Type.String({ description: 'Identifier of the store', examples: ['sto_01h455vb4pex5vsknk084sn02q'] }),
    name: Type.String({ examples: ['Vale ⚔ Store'] }),
    plan: Type.String({ examples: ['BASIC'] }),
    expirationDate: Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
      description:
        'When the plan expires: UTC, with milliseconds and a trailing Z. A store without an expiry date returns 2099-12-31T23:59:59.000Z',
      examples: ['2027-01-31T00:00:00.000Z'],
    }),
    url: Type.String({ description: 'Host name of the store, without a scheme', examples: ['vale.example'] }),
  },
  { $id: 'Store', additionalProperties: false },
)

export const Product = Type.Object(
  {
    id: Type.String({ examples: ['prd_01h455vb4pex5vsknk084sn02q'] }),
    name: Type.String({ description: 'May contain any Unicode character', examples: ['VIP Gold'] }),
    price: Type.Number({ minimum: 0, description: 'Price of one unit, as an exact decimal', examples: [19.9] }),
    quantity: Type.Literal(1, { description: 'Always 1. A purchase of n units has n entries' }),
    commands: Type.Array(Type.String(), {
      description: 'Console commands. The client replaces {userId} with the game user id',
      examples: [['addvip {userId} gold']],
    }),
  },
  { $id: 'Product', additionalProperties: false },
)

export const CheckoutCommand = Type.Object(
  {
    id: Type.String({
      description: 'Identifier of the queued command. Send it as commandQueueId when you report it',
      examples: ['cmd_01h455vb4pex5vsknk084sn02q'],
    }),
    storeId: Type.String({ examples: ['sto_01h455vb4pex5vsknk084sn02q'] }),
    gameUserId: Type.String({
      description: 'Id of the player in the game; not always a number',
      examples: ['steve-42'],
    }),
    checkoutId: Type.String({ examples: ['chk_01h455vb4pex5vsknk084sn02q'] }),
    deliveryType: Type.Union([Type.Literal('APPROVE'), Type.Literal('REFUND'), Type.Literal('EXPIRE')]),
    products: Type.Optional(
      Type.Array(Type.Ref('Product'), { minItems: 1, description: 'Present for APPROVE and REFUND' }),
    ),
    product: Type.Optional(Type.Ref('Product')),
  },
  { $id: 'CheckoutCommand', additionalProperties: false },
)

export const PendingCommands = Type.Object(
  {
    checkouts: Type.Array(Type.Ref('CheckoutCommand'), {
      maxItems: MAX_COMMANDS_PER_POLL,
      description: 'In queue order; empty if nothing is pending',
    }),
  },
  { $id: 'PendingCommands', additionalProperties: false },
)

export const MarkAsProcessed = Type.Object(
  {
    commandQueueId: Type.String({
      minLength: 1,
      description: 'The id of the queued command that was run',
      examples: ['cmd_01h455vb4pex5vsknk084sn02q'],
    }),
  },
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
