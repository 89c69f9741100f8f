import { Type } from 'typebox'
import { prefer, responses } from '../games/describe-responses.ts'

const pendingCommands = {
  operationId: 'pendingCommands',
  summary: 'Command Queue',
  description:
    'The products and commands that wait for delivery, in queue order. An element stays until it is reported, cancelled by a refund before anyone saw it, or withdrawn by an operator. At most 1,000 elements or 2 MiB; a longer queue comes in turns.',
  headers: Type.Object({ prefer }),
  response: responses('PendingCommands', 'What waits; an empty list when nothing does'),
}

/** What the OpenAPI document says of the three operations. */
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
    description: 'The same as GET, for clients that cannot send one. The body is not looked at.',
  },
  markAsProcessed: {
    operationId: 'markAsProcessed',
    summary: 'Update Status Command',
    description: 'Reports that a command was handled. A second report of the same command answers the same.',
    response: responses('Processed', 'It is out of the queue, now or since an earlier report', {
      404: 'No such command of this server',
    }),
  },
}
