import type { ThemeProblem } from './isolation/protocol.ts'

const MAX_LENGTH = 300
/** Of Liquid. */
const LIMIT = /limit exceeded/

/** Thrown when a theme cannot render a page. */
export class ThemeError extends Error {
  readonly problem: ThemeProblem
  /** The theme took too long or used too much memory. */
  readonly isCostly: boolean

  constructor(problem: ThemeProblem, { isCostly = LIMIT.test(problem.message) } = {}) {
    super(problem.message)
    this.problem = problem
    this.isCostly = isCostly
  }
}

type Positioned = { token?: { file?: string; getPosition?: () => number[] }; originalError?: Error; message: string }

/** Errors of Liquid know the file and the line. A snippet is named after the last file that was open. */
export function toProblem(error: unknown, file = ''): ThemeProblem {
  if (!(error instanceof Error)) return { file, line: null, message: 'unknown error' }
  const { token, originalError, message } = error as Positioned
  const line = token?.getPosition?.()[0]
  return {
    file: toPath(token?.file) ?? file,
    line: line === undefined || Number.isNaN(line) ? null : line,
    message: (originalError?.message ?? message).replace(/, file:.*/s, '').slice(0, MAX_LENGTH),
  }
}

/** Snippets are parsed under their name. */
function toPath(name: string | undefined): string | undefined {
  return name === undefined || name.includes('/') ? name : `snippets/${name}.liquid`
}
