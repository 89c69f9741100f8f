import { CONSOLE_RULES, type ConsoleRules } from './console-rules.ts'
import { UnsafeUserIdError } from './errors.ts'
import { faultOf } from './user-id-fault.ts'

export type Game = keyof typeof CONSOLE_RULES

export const GAMES = Object.keys(CONSOLE_RULES) as Game[]

const PLACEHOLDER = '{userId}'

/**
 * Puts a player's id into the text of a command, for every `{userId}`, so that the console of this game reads exactly
 * that id, as one argument or a part of one. An id that cannot be put in so throws an UnsafeUserIdError.
 */
export function fillCommand(template: string, { userId }: { userId: string }, game: Game): string {
  const parts = template.split(PLACEHOLDER)
  if (parts.length === 1) return template
  const rules: ConsoleRules = CONSOLE_RULES[game]
  const fault = faultOf(userId, rules)
  if (fault !== undefined) throw new UnsafeUserIdError(fault)
  refuseAsCommand(parts, rules)
  const command = rules.plain.test(userId) ? parts.join(userId) : fillQuoted(parts, userId, rules)
  if (Buffer.byteLength(command) > rules.longestCommand) {
    throw new UnsafeUserIdError(
      `With this player id the command is longer than the ${rules.longestCommand} bytes that this console takes.`,
    )
  }
  return command
}

/** A buyer who is called `stop` must not have it run. */
function refuseAsCommand(parts: string[], { separator = '\n' }: ConsoleRules): void {
  for (let i = 1; i < parts.length; i++) {
    const before = withoutQuoted(parts.slice(0, i).join(PLACEHOLDER))
    const begun = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf(separator)) + 1)
    if (/\S\s/.test(begun)) continue
    throw new UnsafeUserIdError('The command begins with {userId}: a player would choose what is run.')
  }
}

function fillQuoted(parts: string[], userId: string, { escape }: ConsoleRules): string {
  const text = escape === undefined ? userId : userId.replaceAll('"', () => `${escape}"`)
  const isClear = areQuotesClear(parts.join(PLACEHOLDER))
  let command = parts[0] ?? ''
  for (let i = 1; i < parts.length; i++) {
    const after = parts[i] ?? ''
    const place = isClear ? placeOf(parts.slice(0, i).join(PLACEHOLDER), after) : 'neither'
    if (place === 'neither') {
      throw new UnsafeUserIdError(
        'The player id has to stand between quotes, and the command leaves no room for them: write {userId} with blanks or with quotes on both sides.',
      )
    }
    command += (place === 'inside' ? text : `"${text}"`) + after
  }
  return command
}

/** Escaped, unpaired and single quotes mean different things to different consoles, and to parts of one. */
function areQuotesClear(template: string): boolean {
  const isPaired = template.split('"').length % 2 === 1
  return isPaired && !template.includes('\\"') && !withoutQuoted(template).includes("'")
}

/** Whether a placeholder stands in quotes that begin a word, is a word by itself, or neither. */
function placeOf(before: string, after: string): 'inside' | 'alone' | 'neither' {
  const isInside = before.split('"').length % 2 === 0
  if (isInside) return /(^|\s)"[^"]*$/.test(before) ? 'inside' : 'neither'
  return /\s$/.test(before) && /^(\s|$)/.test(after) ? 'alone' : 'neither'
}

/** Every quoted text, also one that is not closed, becomes two quotes. */
function withoutQuoted(text: string): string {
  return text.replaceAll(/"[^"]*("|$)/g, '""')
}
