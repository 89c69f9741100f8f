import { Type } from 'typebox'

const REFUSALS = {
  400: 'The body is not valid JSON, or a field is missing or of the wrong type',
  401: 'The key is missing, given twice, unknown or revoked',
  408: 'The request took too long to arrive',
  413: 'The body is larger than 16 KiB',
  415: 'The body is not JSON',
  429: 'Too many requests; see Retry-After',
  421: 'This host does not serve the interface',
  431: 'The headers are larger than 16 KiB',
  500: 'Internal error',
  503: 'The database is unavailable, or the server is overloaded; see Retry-After',
}

/** The responses of an operation of a games interface, for the OpenAPI document. */
export function responses(success: string, description: string, refusals: Record<number, string> = {}) {
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

export const prefer = Type.Optional(
  Type.String({
    description:
      '`wait=N`: if nothing is pending, the response is sent when a delivery arrives, or empty after N seconds (at most 60). The response then has the header `Preference-Applied`.',
  }),
)
