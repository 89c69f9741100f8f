import type { UnsafeUserIdCode } from '../errors.ts'
import type { ConsoleRules } from './console-rules.ts'

type UserIdProblem = { code: UnsafeUserIdCode; value?: string; reason: string }

/** Returns why the console cannot take this id in any command, or undefined if it can. */
export function findUserIdProblem(
  userId: string,
  { plain, quotable, reservedWords, maxIdLength }: ConsoleRules,
): UserIdProblem | undefined {
  if (userId.length > maxIdLength) {
    const reason = `The player id is longer than ${maxIdLength} characters, the maximum of this console.`
    return { code: 'too_long', value: String(maxIdLength), reason }
  }
  if (reservedWords?.includes(userId.toLowerCase())) {
    const reason = `The player id is "${userId}", which this console reads as several players or as the caller.`
    return { code: 'reserved', value: userId, reason }
  }
  if (plain.test(userId)) return undefined
  if (quotable?.test(userId) && !userId.endsWith(' ')) return undefined
  return describeProblem(userId, quotable ?? plain)
}

function describeProblem(userId: string, allowed: RegExp): UserIdProblem {
  if (userId === '') return { code: 'empty', reason: 'The player id is empty.' }
  if (!userId.isWellFormed())
    return { code: 'half_character', reason: 'The player id contains half a character (an unpaired surrogate).' }
  if (/[\n\r\u0085\u2028\u2029]/.test(userId))
    return { code: 'line_break', reason: 'The player id contains a line break.' }
  if (/\p{Cc}/u.test(userId))
    return { code: 'control_character', reason: 'The player id contains a control character.' }
  if (/^\s|\s$/.test(userId)) return { code: 'outer_space', reason: 'The player id starts or ends with a space.' }
  const [first = '', ...rest] = userId
  if (!allowed.test(first)) {
    const reason = `The player id starts with ${formatCharacter(first)}, which this console may not read as part of a name.`
    return { code: 'first_character', value: first, reason }
  }
  const forbidden = rest.find((character) => !allowed.test(first + character)) ?? ''
  const reason = `The player id contains ${formatCharacter(forbidden)}, which this console may not read as part of a name.`
  return { code: 'character', value: forbidden, reason }
}

/** Invisible characters are shown by their code point. */
function formatCharacter(character: string): string {
  if (character === ' ') return 'a space'
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(character)) return `"${character}"`
  return `the invisible character U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
}
