import { Type } from 'typebox'

/** Every refusal of every surface: RFC 9457, with a code that programs read and a request id that people quote. */
export const Problem = Type.Object(
  {
    type: Type.String({ description: 'Names the kind of problem, like `urn:quartermaster:problem:not_found`' }),
    title: Type.String({ description: 'The kind of problem in a few words' }),
    status: Type.Integer({ description: 'The HTTP status again' }),
    detail: Type.String({ description: 'What happened here, and what to do next' }),
    code: Type.String({ description: 'Stable for ever; programs may rely on it' }),
    requestId: Type.String({ description: 'Quote it when you ask for help; it is in the log' }),
  },
  { $id: 'Problem', additionalProperties: false },
)
