import { CONSOLE_RULES, type ConsoleRules } from './console-rules.ts'
import { UnsafeUserIdError } from '../errors.ts'
import { findUserIdProblem } from './find-user-id-problem.ts'

export type Game = keyof typeof CONSOLE_RULES

export const GAMES = Object.keys(CONSOLE_RULES) as Game[]

const PLACEHOLDER = '{userId}'

/**
 * Replaces every `{userId}` in a command so that the console of this game reads exactly that id, as one argument or as
 * part of one. Throws an UnsafeUserIdError if that is impossible.
 */
export function fillCommand(template: string, { userId }: { userId: string }, game: Game): string {
  const parts = template.split(PLACEHOLDER)
  if (parts.length === 1) return template
  const rules: ConsoleRules = CONSOLE_RULES[game]
  const problem = findUserIdProblem(userId, rules)
  if (problem !== undefined) throw new UnsafeUserIdError(problem.reason, problem)
  rejectIdAsCommandName(parts, rules)
  const command = rules.plain.test(userId) ? parts.join(userId) : fillQuoted(parts, userId, rules)
  if (new TextEncoder().encode(command).length > rules.maxCommandBytes) {
    throw new UnsafeUserIdError(
      `With this player id, the command is longer than ${rules.maxCommandBytes} bytes, the maximum of this console.`,
      { code: 'command_too_long', value: String(rules.maxCommandBytes) },
    )
  }
  return command
}

/** Otherwise a player whose id is `stop` would stop the server. */
function rejectIdAsCommandName(parts: string[], { separator = '\n' }: ConsoleRules): void {
  for (let i = 1; i < parts.length; i++) {
    const before = removeQuotedText(parts.slice(0, i).join(PLACEHOLDER))
    const sameCommand = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf(separator)) + 1)
    if (/\S\s/.test(sameCommand)) continue
    throw new UnsafeUserIdError(
      'The command starts with {userId}, so a player could choose which command runs. Write the name of a command first.',
      { code: 'command_name' },
    )
  }
}

function fillQuoted(parts: string[], userId: string, { escape }: ConsoleRules): string {
  const text = escape === undefined ? userId : userId.replaceAll('"', () => `${escape}"`)
  const isUnambiguous = areQuotesUnambiguous(parts.join(PLACEHOLDER))
  let command = parts[0] ?? ''
  for (let i = 1; i < parts.length; i++) {
    const after = parts[i] ?? ''
    const position = isUnambiguous ? findPosition(parts.slice(0, i).join(PLACEHOLDER), after) : 'other'
    if (position === 'other') {
      throw new UnsafeUserIdError(
        'The player id needs quotes, but the command has no place for them. Write {userId} with spaces or quotes on both sides.',
        { code: 'no_room_for_quotes' },
      )
    }
    command += (position === 'quoted' ? text : `"${text}"`) + after
  }
  return command
}

/** Consoles, and even parts of one console, disagree about escaped, unpaired and single quotes. */
function areQuotesUnambiguous(template: string): boolean {
  const isPaired = template.split('"').length % 2 === 1
  return isPaired && !template.includes('\\"') && !removeQuotedText(template).includes("'")
}

/** `quoted`: inside quotes that start a word. `separate`: a word of its own. */
function findPosition(before: string, after: string): 'quoted' | 'separate' | 'other' {
  const isInside = before.split('"').length % 2 === 0
  if (isInside) return /(^|\s)"[^"]*$/.test(before) ? 'quoted' : 'other'
  return /\s$/.test(before) && /^(\s|$)/.test(after) ? 'separate' : 'other'
}

/** Replaces each quoted text, even an unclosed one, with an empty pair of quotes. */
function removeQuotedText(text: string): string {
  return text.replaceAll(/"[^"]*("|$)/g, '""')
}
