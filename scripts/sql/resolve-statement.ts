import ts from 'typescript'
import { findCalls } from './find-calls.ts'
import type { Statement } from './find-statements.ts'
import { bindArguments, type Reader, type Scope, UnboundParameterError, UnresolvedError } from './follow-expression.ts'
import { renderStatement, renderText } from './render-sql.ts'
import { tablesOfQuery } from './tables-of-query.ts'

/** How many calls lead to a statement at most. */
const MAX_CALLS = 5
/** Of one statement that is called from one place. */
const MAX_TEXTS = 100

/** `tables`: where an expression finds its columns. Undefined if the source code does not show it. */
export type StatementText = { text: string; tables: string[] | undefined }
export type ResolvedStatement = {
  texts: StatementText[]
  /** Reasons why some texts are not known. */ unresolved: string[]
}

/**
 * The texts that a statement can have. A condition gives two of them. If a function receives a part of the statement,
 * every call of the function gives one.
 */
export function resolveStatement(program: ts.Program, statement: Statement): ResolvedStatement {
  const checker = program.getTypeChecker()
  const texts = new Map<string, StatementText>()
  const unresolved = new Set<string>()
  const resolve = (scope: Scope, at: ts.Node, depth: number): void => {
    try {
      for (const text of textsIn(checker, statement, scope)) texts.set(text, { text, tables: tablesOfQuery(at) })
    } catch (error) {
      if (error instanceof UnboundParameterError && depth < MAX_CALLS) {
        const called = error.parameter.parent
        const calls = findCalls(program, called)
        for (const call of calls) resolve(bindArguments(called, call.arguments, { checker, scope }), call, depth + 1)
        if (calls.length > 0) return
      }
      if (!(error instanceof UnresolvedError) && !(error instanceof UnboundParameterError)) throw error
      unresolved.add(error.message)
    }
  }
  resolve(new Map(), statement.node, 0)
  return { texts: [...texts.values()], unresolved: [...unresolved] }
}

function textsIn(checker: ts.TypeChecker, { node, form }: Statement, scope: Scope): string[] {
  const render = form === 'text' ? renderText : renderStatement
  const texts: string[] = []
  let path: number[] | undefined = []
  while (path !== undefined && texts.length < MAX_TEXTS) {
    const { choose, nextPath } = followPath(path)
    texts.push(render({ checker, choose }, { node, scope }))
    path = nextPath()
  }
  return texts
}

/** Takes the given option at each choice, and the first one after the end of the path. The same choice is made once. */
function followPath(path: number[]): { choose: Reader['choose']; nextPath: () => number[] | undefined } {
  const made = new Map<ts.Node, { index: number; count: number }>()
  return {
    choose(options, at) {
      const { index } = made.get(at) ?? { index: path[made.size] ?? 0 }
      if (!made.has(at)) made.set(at, { index, count: options.length })
      const option = options[index % Math.max(options.length, 1)]
      if (!option) throw new UnresolvedError(at, 'has no value')
      return option
    },
    nextPath() {
      const choices = [...made.values()]
      const last = choices.findLastIndex(({ index, count }) => index + 1 < count)
      if (last === -1) return undefined
      return choices.slice(0, last + 1).map(({ index }, i) => (i === last ? index + 1 : index))
    },
  }
}
