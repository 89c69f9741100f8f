import { ConsoleError } from './dialect.ts'

/**
 * Refuses a text that the game would read as something else: a line break starts a second command, a NUL or a full
 * buffer cuts the text, and a lone surrogate cannot be encoded.
 */
export function checkCommand(text: string, maxBytes: number, kind: 'command' | 'password' = 'command'): void {
  const problem = findProblem(text, maxBytes)
  if (problem) throw new ConsoleError(`The ${kind} was not sent: ${problem}`, { mayHaveRun: false })
}

function findProblem(text: string, maxBytes: number): string | undefined {
  if (text.trim() === '') return 'it is empty'
  if (/[\n\r\v\f\u0085\u2028\u2029]/.test(text)) return 'it contains a line break'
  if (text.includes('\0')) return 'it contains a NUL character'
  if (!text.isWellFormed()) return 'it contains an incomplete character (a lone surrogate)'
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes) return `it has ${bytes} bytes, and this console accepts at most ${maxBytes}`
  return undefined
}
