import type { Operation } from './read-operations.ts'

/** The source of the file with the type and the shape of every call. */
export function writeCalls(api: string, operations: Operation[]): string {
  const calls = `${api.slice(0, 1).toUpperCase()}${api.slice(1)}Calls`
  const callTypes = [
    'Call',
    'CallShape',
    ...(operations.some(({ isList }) => isList) ? ['ListCall'] : []),
    ...(operations.some(({ hasFile }) => hasFile) ? ['WithFile'] : []),
  ]
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

function typeOf({ name, summary, isList, hasFile }: Operation): string {
  const base = `types.${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
  const data = hasFile ? `WithFile<${base}Data>` : `${base}Data`
  return `/** ${summary} */\n${name}: ${isList ? 'ListCall' : 'Call'}<${data}, ${base}Responses>`
}

function shapeOf({ name, method, path, query, hasBody, hasFile, isList, takesKey }: Operation): string {
  const shape = {
    method,
    path,
    ...(query.length > 0 && { query }),
    ...(hasBody && { hasBody }),
    ...(hasFile && { hasFile }),
    ...(isList && { isList }),
    ...(takesKey && { takesKey }),
  }
  return `${name}: ${JSON.stringify(shape)},`
}
