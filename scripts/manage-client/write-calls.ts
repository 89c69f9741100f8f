import type { Operation } from './read-operations.ts'

/** The file with every call of the document: what to send where, and the types of it. */
export function writeCalls(operations: Operation[]): string {
  return `// Made from contract/openapi/manage-1.0.json by \`npm run sdk:generate\`; not to be edited.

import type { Call, CallShape, ListCall } from './call.ts'
import type * as types from './manage-types.ts'

export type ManageCalls = {
${operations.map(typeOf).join('\n')}
}

export const MANAGE_CALLS: Record<keyof ManageCalls, CallShape> = {
${operations.map(shapeOf).join('\n')}
}
`
}

function typeOf({ name, summary, isList }: Operation): string {
  const base = `types.${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
  return `/** ${summary} */\n${name}: ${isList ? 'ListCall' : 'Call'}<${base}Data, ${base}Responses>`
}

function shapeOf({ name, method, path, query, hasBody, isList, takesKey }: Operation): string {
  const facts = {
    method,
    path,
    ...(query.length > 0 && { query }),
    ...(hasBody && { hasBody }),
    ...(isList && { isList }),
    ...(takesKey && { takesKey }),
  }
  return `${name}: ${JSON.stringify(facts)},`
}
