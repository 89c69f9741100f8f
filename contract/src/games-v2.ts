import { Type } from 'typebox'
import {
  MAX_COMMAND_ID_LENGTH,
  MAX_COMMANDS_PER_POLL,
  MAX_GAME_USER_ID_LENGTH,
  MAX_HOLDING_IDS,
  MAX_ONLINE_IDS,
  MAX_OUTCOME_COUNT,
  MAX_OUTCOME_TEXT_LENGTH,
  MAX_OUTCOMES_PER_REPORT,
  MAX_PORT,
} from './games-limits.ts'

/**
 * The interface 2.0, beside the frozen 1.0 and over the same queue, for clients that can say more: who is online, what
 * they hold already, and how each command ended. `Store` and `Product` are those of 1.0.
 */

export const Hello = Type.Object(
  {
    serverPort: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_PORT,
        description: 'The port that players connect to',
        examples: [25_565],
      }),
    ),
  },
  { $id: 'Hello', additionalProperties: false },
)

export const Welcome = Type.Object(
  {
    store: Type.Ref('Store'),
    server: Type.Object(
      {
        id: Type.String({ examples: ['srv_01h455vb4pex5vsknk084sn02q'] }),
        name: Type.String({ examples: ['Survival'] }),
      },
      { additionalProperties: false },
    ),
  },
  { $id: 'Welcome', additionalProperties: false },
)

export const Poll = Type.Object(
  {
    online: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: MAX_GAME_USER_ID_LENGTH }), {
        maxItems: MAX_ONLINE_IDS,
        description:
          'The game user ids of who is in the game now. Commands that need another player there are left out. Leave the field out when the client cannot tell: then everything comes.',
        examples: [['steve-42']],
      }),
    ),
    holding: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: MAX_COMMAND_ID_LENGTH }), {
        maxItems: MAX_HOLDING_IDS,
        description: 'Ids of commands that the client has already and will report; they are left out',
      }),
    ),
    most: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_COMMANDS_PER_POLL, description: 'At most so many commands' }),
    ),
  },
  { $id: 'Poll', additionalProperties: false },
)

export const Conditions = Type.Object(
  {
    online: Type.Boolean({ description: 'The player has to be in the game' }),
    delaySeconds: Type.Integer({
      minimum: 0,
      description: 'Wait so long after all other conditions were first met; 0: at once',
    }),
    freeSlots: Type.Integer({ minimum: 0, description: 'The player needs so many free inventory slots; 0: none' }),
  },
  { $id: 'Conditions', additionalProperties: false },
)

export const DeliveryCommand = Type.Object(
  {
    id: Type.String({
      description: 'Identifier of the command; report it by this id',
      examples: ['cmd_01h455vb4pex5vsknk084sn02q'],
    }),
    checkoutId: Type.String({ examples: ['chk_01h455vb4pex5vsknk084sn02q'] }),
    gameUserId: Type.String({ description: 'The player who bought; not always a number', examples: ['steve-42'] }),
    deliveryType: Type.Union([Type.Literal('APPROVE'), Type.Literal('REFUND'), Type.Literal('EXPIRE')]),
    products: Type.Array(Type.Ref('Product'), { minItems: 1, description: 'Of every delivery type' }),
    attempt: Type.Integer({
      minimum: 1,
      description: 'Grows by one when the command comes again after a failure, or because its owner sent it again',
    }),
    done: Type.Integer({
      minimum: 0,
      description:
        'How many console commands of it, counted over its products, ran in an earlier attempt. Begin behind them.',
    }),
    repeatable: Type.Boolean({ description: 'Running it a second time does no harm' }),
    conditions: Type.Ref('Conditions'),
  },
  { $id: 'DeliveryCommand', additionalProperties: false },
)

export const Deliveries = Type.Object(
  {
    commands: Type.Array(Type.Ref('DeliveryCommand'), {
      maxItems: MAX_COMMANDS_PER_POLL,
      description: 'In queue order; empty when there is nothing to do now',
    }),
    more: Type.Boolean({ description: 'More is ready than this answer holds: poll again at once' }),
  },
  { $id: 'Deliveries', additionalProperties: false },
)

export const Outcome = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: MAX_COMMAND_ID_LENGTH, examples: ['cmd_01h455vb4pex5vsknk084sn02q'] }),
    attempt: Type.Integer({
      minimum: 1,
      maximum: MAX_OUTCOME_COUNT,
      description: 'The attempt that this is the outcome of',
    }),
    outcome: Type.Union([Type.Literal('done'), Type.Literal('failed'), Type.Literal('in_doubt')], {
      description:
        '`done`: every console command ran. `failed`: one did not. `in_doubt`: one was sent and nobody knows whether it ran, after a crash or a cut connection.',
    }),
    done: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OUTCOME_COUNT,
        description: 'How many console commands certainly ran, from the first on, earlier attempts included',
      }),
    ),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_OUTCOME_TEXT_LENGTH,
        description: 'Why it failed or is in doubt, for the owner to read',
      }),
    ),
    output: Type.Optional(
      Type.String({ maxLength: MAX_OUTCOME_TEXT_LENGTH, description: 'What the game answered; kept as a receipt' }),
    ),
    retry: Type.Optional(
      Type.Boolean({ description: 'Of a failure: false when it will fail every time. Without it: true' }),
    ),
  },
  { $id: 'Outcome', additionalProperties: false },
)

export const Report = Type.Object(
  { outcomes: Type.Array(Type.Ref('Outcome'), { minItems: 1, maxItems: MAX_OUTCOMES_PER_REPORT }) },
  { $id: 'Report', additionalProperties: false },
)

export const Settled = Type.Object(
  {
    id: Type.String(),
    status: Type.Union(
      [
        Type.Literal('processed'),
        Type.Literal('waiting'),
        Type.Literal('held'),
        Type.Literal('cancelled'),
        Type.Literal('unknown'),
      ],
      {
        description:
          '`processed`: delivered, now or since an earlier report. `waiting`: it will come again. `held`: it will not, until its owner decides. `cancelled`: it was withdrawn meanwhile. `unknown`: no such command of this server.',
      },
    ),
    retryAt: Type.Optional(Type.String({ description: 'Of `waiting`: when it comes again, UTC' })),
  },
  { $id: 'Settled', additionalProperties: false },
)

export const Settlements = Type.Object(
  { results: Type.Array(Type.Ref('Settled'), { description: 'One for each outcome, in their order' }) },
  { $id: 'Settlements', additionalProperties: false },
)
