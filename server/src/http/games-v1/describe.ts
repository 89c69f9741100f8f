import { Type } from 'typebox'

const PROBLEMS = ['400', '401', '408', '413', '415', '429', '431', '500', '503']

function responses(success: string, extra: string[] = []) {
  const problem = {
    description: 'A problem document',
    content: { 'application/problem+json': { schema: Type.Ref('Problem') } },
  }
  return {
    200: { description: 'Done', content: { 'application/json': { schema: Type.Ref(success) } } },
    ...Object.fromEntries([...PROBLEMS, ...extra].map((status) => [status, problem])),
  }
}

/** What the OpenAPI document says of the three operations. */
export const describe = {
  init: {
    operationId: 'init',
    summary: 'Application Details',
    description: 'Sends the details of the game server and obtains the data of its store.',
    response: responses('Store'),
  },
  pendingCommands: {
    operationId: 'pendingCommands',
    summary: 'Command Queue',
    description:
      'The products and commands that wait for delivery, in queue order. An element stays until it is reported, cancelled, or withdrawn by an operator. At most 1,000 elements or 2 MiB; a longer queue comes in turns.',
    response: responses('PendingCommands'),
  },
  markAsProcessed: {
    operationId: 'markAsProcessed',
    summary: 'Update Status Command',
    description: 'Reports that a command was handled. A second report of the same command answers the same.',
    response: responses('Processed', ['404']),
  },
}
