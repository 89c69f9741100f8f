import { Type } from 'typebox'
import { prefer, responses } from '../games/describe-responses.ts'

/** What the OpenAPI document says of the three operations. */
export const describe = {
  init: {
    operationId: 'init',
    summary: 'Say hello',
    description: 'Tells the store that the game server has started, and answers who it is there.',
    response: responses('InitResponse', 'The store, and this server in it'),
  },
  poll: {
    operationId: 'poll',
    summary: 'Ask what to deliver',
    description:
      'What can be delivered now, in queue order. A command comes again at every poll until it is reported; name those that you have already in `holding`. After a failure it rests for a while, and what stands behind it for the same player waits with it.',
    headers: Type.Object({ prefer }),
    response: responses('PollResponse', 'What to do; an empty list when there is nothing', {
      413: 'The body is larger than 512 KiB',
    }),
  },
  report: {
    operationId: 'report',
    summary: 'Report how it ended',
    description:
      'Up to 100 outcomes at once. Each is settled by itself; one that is unknown does not stop the others. Repeating a report changes nothing and answers the same.',
    response: responses('ReportResponse', 'Where each command stands now', { 413: 'The body is larger than 1 MiB' }),
  },
}
