import { Type } from 'typebox'

/** The body of every error response: an RFC 9457 problem document with a stable code and the id of the request. */
export const Problem = Type.Object(
  {
    type: Type.String({
      description: 'Identifies the kind of problem, such as `urn:quartermaster:problem:not_found`.',
    }),
    title: Type.String({ description: 'A short summary of the kind of problem.' }),
    status: Type.Integer({ description: 'The HTTP status code.' }),
    detail: Type.String({ description: 'An explanation of the problem, and what to do next.' }),
    code: Type.String({ description: 'A stable code that programs can rely on.' }),
    requestId: Type.String({ description: 'The id of this request in the log. Include it when you ask for help.' }),
  },
  { $id: 'Problem', additionalProperties: false },
)
