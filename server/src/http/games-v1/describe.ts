import { Type } from 'typebox'
import { prefer, responses } from '../games/describe-responses.ts'

const pendingCommands = {
  operationId: 'pendingCommands',
  summary: 'Command Queue',
  description:
    'The pending deliveries, in queue order. A delivery stays in the queue until the client reports it, a refund cancels it before it was dispatched, or staff cancel it. At most 1,000 deliveries or 2 MiB; a longer queue is dispatched in turns.',
  headers: Type.Object({ prefer }),
  response: responses('PendingCommands', 'The pending deliveries; an empty list if there are none'),
}

/** The operations of interface 1.0, for the OpenAPI document. */
export const describe = {
  init: {
    operationId: 'init',
    summary: 'Application Details',
    description: 'Sends the details of the game server and obtains the data of its store.',
    response: responses('Store', 'The store of this game server'),
  },
  pendingCommands,
  pendingCommandsByPost: {
    ...pendingCommands,
    operationId: 'pendingCommandsByPost',
    summary: 'Command Queue, by POST',
    description: 'The same as GET, for clients that cannot send one. The body is ignored.',
  },
  markAsProcessed: {
    operationId: 'markAsProcessed',
    summary: 'Update Status Command',
    description: 'Reports that a command was run. A second report of the same command gets the same response.',
    response: responses('Processed', 'The command has left the queue, now or with an earlier report', {
      404: 'This server has no such command',
    }),
  },
}
