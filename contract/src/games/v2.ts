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
  MAX_PLAYER_COUNT,
  MAX_PORT,
} from './limits.ts'

/**
 * Games interface 2.0. It serves the same queue as the frozen 1.0, for clients that also report which players are online,
 * which commands they already have, and the outcome of each command. `Store` and `Product` are those of 1.0.
 */

export const InitRequest = Type.Object(
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
  { $id: 'InitRequest', additionalProperties: false },
)

export const InitResponse = Type.Object(
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
  { $id: 'InitResponse', additionalProperties: false },
)

export const LinkRequest = Type.Object(
  {
    gameUserId: Type.String({
      minLength: 1,
      maxLength: MAX_GAME_USER_ID_LENGTH,
      description: 'The player who asked for a code, as the game has authenticated them',
      examples: ['steve-42'],
    }),
  },
  { $id: 'LinkRequest', additionalProperties: false },
)

export const LinkResponse = Type.Object(
  {
    code: Type.String({ description: 'Show it to this player and to nobody else', examples: ['K7QX-3MPD'] }),
    expiresAt: Type.String({ description: 'In UTC', examples: ['2026-11-16T12:10:00.000Z'] }),
  },
  { $id: 'LinkResponse', additionalProperties: false },
)

export const PollRequest = Type.Object(
  {
    online: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: MAX_GAME_USER_ID_LENGTH }), {
        maxItems: MAX_ONLINE_IDS,
        description:
          'Game user ids of the players who are in the game now. Commands that need an absent player are left out. Omit the field if the client does not know who is online: then all commands are returned.',
        examples: [['steve-42']],
      }),
    ),
    holding: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: MAX_COMMAND_ID_LENGTH }), {
        maxItems: MAX_HOLDING_IDS,
        description: 'Ids of commands that the client already has and will report; they are left out',
      }),
    ),
    most: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_COMMANDS_PER_POLL,
        description: 'Maximum number of commands in the response',
      }),
    ),
    playerCount: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_PLAYER_COUNT,
        description:
          'How many people are in the game now, for the pages of the store. `online` can contain several ids of one player, so it is not counted.',
        examples: [214],
      }),
    ),
    maxPlayers: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_PLAYER_COUNT, description: 'How many can play', examples: [300] }),
    ),
  },
  { $id: 'PollRequest', additionalProperties: false },
)

export const Conditions = Type.Object(
  {
    online: Type.Boolean({ description: 'The player must be in the game' }),
    delaySeconds: Type.Integer({
      minimum: 0,
      description: 'How long to wait after all other conditions are first met; 0 means no delay',
    }),
    freeSlots: Type.Integer({ minimum: 0, description: 'Free inventory slots that the player needs; 0 means none' }),
  },
  { $id: 'Conditions', additionalProperties: false },
)

export const DeliveryCommand = Type.Object(
  {
    id: Type.String({
      description: 'Identifier of the command. Send it when you report the outcome',
      examples: ['cmd_01h455vb4pex5vsknk084sn02q'],
    }),
    checkoutId: Type.String({ examples: ['chk_01h455vb4pex5vsknk084sn02q'] }),
    gameUserId: Type.String({
      description: 'Id of the player in the game; not always a number',
      examples: ['steve-42'],
    }),
    deliveryType: Type.Union([Type.Literal('APPROVE'), Type.Literal('REFUND'), Type.Literal('EXPIRE')]),
    products: Type.Array(Type.Ref('Product'), { minItems: 1, description: 'Present for every delivery type' }),
    attempt: Type.Integer({
      minimum: 1,
      description: 'Increases by one when the command is retried after a failure or after a decision of the staff',
    }),
    done: Type.Integer({
      minimum: 0,
      description: 'How many console commands, counted over all products, ran in earlier attempts. Skip them.',
    }),
    repeatable: Type.Boolean({ description: 'The command is safe to run twice' }),
    conditions: Type.Ref('Conditions'),
  },
  { $id: 'DeliveryCommand', additionalProperties: false },
)

export const PollResponse = Type.Object(
  {
    commands: Type.Array(Type.Ref('DeliveryCommand'), {
      maxItems: MAX_COMMANDS_PER_POLL,
      description: 'In queue order; empty if nothing can be delivered now',
    }),
    more: Type.Boolean({ description: 'More commands are ready than fit into this response. Poll again at once' }),
  },
  { $id: 'PollResponse', additionalProperties: false },
)

export const Outcome = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: MAX_COMMAND_ID_LENGTH, examples: ['cmd_01h455vb4pex5vsknk084sn02q'] }),
    attempt: Type.Integer({
      minimum: 1,
      maximum: MAX_OUTCOME_COUNT,
      description: 'The attempt that this outcome belongs to',
    }),
    outcome: Type.Union([Type.Literal('done'), Type.Literal('failed'), Type.Literal('in_doubt')], {
      description:
        '`done`: all console commands ran. `failed`: one did not run. `in_doubt`: one was sent, but a crash or a lost connection left it unclear whether it ran.',
    }),
    done: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OUTCOME_COUNT,
        description:
          'How many console commands certainly ran, counted from the first one and including earlier attempts',
      }),
    ),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_OUTCOME_TEXT_LENGTH,
        description: 'Why it failed or is uncertain. The staff of the store read it',
      }),
    ),
    output: Type.Optional(
      Type.String({
        maxLength: MAX_OUTCOME_TEXT_LENGTH,
        description: 'The response of the game. It is stored as the receipt',
      }),
    ),
    retry: Type.Optional(
      Type.Boolean({
        description: 'For `failed`: set it to false if every further attempt would fail too. Default: true',
      }),
    ),
  },
  { $id: 'Outcome', additionalProperties: false },
)

export const ReportRequest = Type.Object(
  { outcomes: Type.Array(Type.Ref('Outcome'), { minItems: 1, maxItems: MAX_OUTCOMES_PER_REPORT }) },
  { $id: 'ReportRequest', additionalProperties: false },
)

export const OutcomeResult = Type.Object(
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
          '`processed`: delivered, by this report or an earlier one. `waiting`: it will be dispatched again. `held`: it waits for a decision of the staff. `cancelled`: it was taken out of the queue. `unknown`: this server has no such command.',
      },
    ),
    retryAt: Type.Optional(Type.String({ description: 'For `waiting`: when it is dispatched again, in UTC' })),
  },
  { $id: 'OutcomeResult', additionalProperties: false },
)

export const ReportResponse = Type.Object(
  { results: Type.Array(Type.Ref('OutcomeResult'), { description: 'One per outcome, in the same order' }) },
  { $id: 'ReportResponse', additionalProperties: false },
)
