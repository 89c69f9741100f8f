type Operation = { responses?: Record<string, object> }
type Document = { paths?: Record<string, object | undefined>; components?: object }

/** Answers that many operations have in common stand in the document once, under their status. */
export function shareRefusals<Kind extends Document>(document: Kind): Kind {
  const shared = commonAnswers(document)
  const paths = Object.entries(document.paths ?? {}).map(([path, operations = {}]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [method, refer(operation as Operation)]),
    ),
  ])

  function refer(operation: Operation): Operation {
    if (!operation.responses) return operation
    const responses = Object.entries(operation.responses).map(([status, answer]) => [
      status,
      shared.get(status) === JSON.stringify(answer) ? { $ref: `#/components/responses/${nameOf(status)}` } : answer,
    ])
    return { ...operation, responses: Object.fromEntries(responses) as Record<string, object> }
  }

  const responses = Object.fromEntries(
    [...shared].map(([status, text]) => [nameOf(status), JSON.parse(text) as object]),
  )
  return { ...document, paths: Object.fromEntries(paths) as object, components: { ...document.components, responses } }
}

/** The most frequent refusal of each status. */
function commonAnswers({ paths = {} }: Document): Map<string, string> {
  const counts = new Map<string, Map<string, number>>()
  for (const operation of Object.values(paths).flatMap((one) => Object.values(one ?? {}) as Operation[])) {
    for (const [status, answer] of Object.entries(operation.responses ?? {})) {
      if (Number(status) < 400) continue
      const texts = counts.get(status) ?? new Map<string, number>()
      const text = JSON.stringify(answer)
      texts.set(text, (texts.get(text) ?? 0) + 1)
      counts.set(status, texts)
    }
  }
  return new Map(
    [...counts].map(([status, texts]) => [status, [...texts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '']),
  )
}

function nameOf(status: string): string {
  return `Refusal${status}`
}
