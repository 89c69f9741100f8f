import type { Operation } from './read-operations.ts'

/** The source of the file with the type and the shape of every call. */
export function writeCalls(api: string, operations: Operation[]): string {
  const calls = `${api.slice(0, 1).toUpperCase()}${api.slice(1)}Calls`
  const callTypes = ['Call', 'CallShape', ...(operations.some(({ isList }) => isList) ? ['ListCall'] : [])]
  return `import type { ${callTypes.join(', ')} } from '../call.ts'
import type * as types from './${api}-types.ts'

export type ${calls} = {
${operations.map(typeOf).join('\n')}
}

export const ${api.toUpperCase()}_CALLS: Record<keyof ${calls}, CallShape> = {
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
