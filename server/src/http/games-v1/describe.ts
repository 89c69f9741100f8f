import { Type } from 'typebox'

const REFUSALS = {
  400: 'The body is not valid JSON, or a field is missing or of the wrong type',
  401: 'The key is missing, given twice, unknown or revoked',
  408: 'The request took too long to arrive',
  413: 'The body is larger than 16 KiB',
  415: 'The body is not JSON',
  429: 'Too many requests; see Retry-After',
  431: 'The headers are larger than 16 KiB',
  500: 'Something broke on our side',
  503: 'The database is away, or the server is overloaded; see Retry-After',
}

function responses(success: string, description: string, refusals: Record<number, string> = {}) {
  const problem = { 'application/problem+json': { schema: Type.Ref('Problem') } }
  return {
    200: { description, content: { 'application/json': { schema: Type.Ref(success) } } },
    ...Object.fromEntries(
      Object.entries({ ...REFUSALS, ...refusals }).map(([status, text]) => [
        status,
        { description: text, content: problem },
      ]),
    ),
  }
}

const pendingCommands = {
  operationId: 'pendingCommands',
  summary: 'Command Queue',
  description:
    'The products and commands that wait for delivery, in queue order. An element stays until it is reported, cancelled by a refund before anyone saw it, or withdrawn by an operator. At most 1,000 elements or 2 MiB; a longer queue comes in turns.',
  headers: Type.Object({
    prefer: Type.Optional(
      Type.String({
        description:
          '`wait=N`: a poll that finds nothing is answered as soon as something comes, or empty after N seconds (at most 60). The answer then carries `Preference-Applied`.',
      }),
    ),
  }),
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
