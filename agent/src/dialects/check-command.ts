import { ConsoleError } from './dialect.ts'

/**
 * Refuses what would leave as something else than this one command, whoever made it: a line break starts a second one,
 * a NUL or a full buffer cuts it short, a lone surrogate has no bytes.
 */
export function checkCommand(command: string, mostBytes: number): void {
  const flaw = findFlaw(command, mostBytes)
  if (flaw) throw new ConsoleError(`The command was not sent: ${flaw}`, { mayHaveRun: false })
}

function findFlaw(command: string, mostBytes: number): string | undefined {
  if (command.trim() === '') return 'it is empty'
  if (/[\n\r\v\f\u0085\u2028\u2029]/.test(command)) return 'it holds a line break'
  if (command.includes('\0')) return 'it holds a NUL character'
  if (!command.isWellFormed()) return 'it holds half of a character'
  const bytes = Buffer.byteLength(command)
  if (bytes > mostBytes) return `it has ${bytes} bytes, and this console takes at most ${mostBytes}`
  return undefined
}
