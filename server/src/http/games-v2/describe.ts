import { Type } from 'typebox'
import { prefer, responses } from '../games/describe-responses.ts'

/** The operations of interface 2.0, for the OpenAPI document. */
export const describe = {
  init: {
    operationId: 'init',
    summary: 'Register',
    description: 'Reports that the game server has started, and returns its store and its name there.',
    response: responses('InitResponse', 'The store and this game server'),
  },
  link: {
    operationId: 'link',
    summary: 'Get a code for a player',
    description:
      'A player who types the code in the storefront within 10 minutes has proved who they are. It works once and replaces the last code of this player. Call it only for a player who the game has authenticated, and show the code to nobody else.',
    response: responses('LinkResponse', 'The code'),
  },
  poll: {
    operationId: 'poll',
    summary: 'Fetch pending deliveries',
    description:
      'The commands that can be run now, in queue order. Every poll returns a command again until it is reported; list those that you already have in `holding`. After a failure a command is retried later, and later commands for the same player wait for it.',
    headers: Type.Object({ prefer }),
    response: responses('PollResponse', 'The commands to run; an empty list if there are none', {
      413: 'The body is larger than 512 KiB',
    }),
  },
  report: {
    operationId: 'report',
    summary: 'Report outcomes',
    description:
      'Up to 100 outcomes at once. Each is recorded separately; an unknown command does not affect the others. Repeating a report changes nothing and gets the same response.',
    response: responses('ReportResponse', 'The status of each command now', { 413: 'The body is larger than 1 MiB' }),
  },
}
