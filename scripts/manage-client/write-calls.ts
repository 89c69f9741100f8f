import type { Operation } from './read-operations.ts'

/** The source of the file with the type and the shape of every call. */
export function writeCalls(operations: Operation[]): string {
  return `// Generated from contract/openapi/manage-1.0.json by \`npm run sdk:generate\`. Do not edit.

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
  const shape = {
    method,
    path,
    ...(query.length > 0 && { query }),
    ...(hasBody && { hasBody }),
    ...(isList && { isList }),
    ...(takesKey && { takesKey }),
  }
  return `${name}: ${JSON.stringify(shape)},`
}
