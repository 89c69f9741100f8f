import { STATUS_CODES } from 'node:http'

type Operation = { responses?: Record<string, object> }
type Document = { paths?: Record<string, object | undefined>; components?: object }

/** Moves the error responses that most operations have in common into `components/responses`. */
export function shareErrorResponses<Kind extends Document>(document: Kind): Kind {
  const shared = commonErrors(document)
  const paths = Object.entries(document.paths ?? {}).map(([path, operations = {}]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [method, withReferences(operation as Operation)]),
    ),
  ])

  function withReferences(operation: Operation): Operation {
    if (!operation.responses) return operation
    const responses = Object.entries(operation.responses).map(([status, response]) => [
      status,
      shared.get(status) === JSON.stringify(response)
        ? { $ref: `#/components/responses/${componentName(status)}` }
        : response,
    ])
    return { ...operation, responses: Object.fromEntries(responses) as Record<string, object> }
  }

  const responses = Object.fromEntries(
    [...shared].map(([status, text]) => [componentName(status), JSON.parse(text) as object]),
  )
  return { ...document, paths: Object.fromEntries(paths) as object, components: { ...document.components, responses } }
}

/** The most frequent error response of each status, as JSON. */
function commonErrors({ paths = {} }: Document): Map<string, string> {
  const counts = new Map<string, Map<string, number>>()
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods ?? {}) as Operation[])) {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if (Number(status) < 400) continue
      const texts = counts.get(status) ?? new Map<string, number>()
      const text = JSON.stringify(response)
      texts.set(text, (texts.get(text) ?? 0) + 1)
      counts.set(status, texts)
    }
  }
  return new Map(
    [...counts].map(([status, texts]) => [status, [...texts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '']),
  )
}

/** 404 becomes `NotFound`. */
function componentName(status: string): string {
  return (STATUS_CODES[status] ?? status).replaceAll(/\W/g, '')
}
