import type { UnsafeUserIdCode } from '../errors.ts'
import type { ConsoleRules } from './console-rules.ts'

export type ValueProblem = { code: UnsafeUserIdCode; value?: string; reason: string }

type Value = {
  text: string
  /** As messages call it, such as `The player id`. */
  noun: string
  maxLength: number
}

/** Returns why the console cannot take this value in any command, or undefined if it can. */
export function findValueProblem(
  { text, noun, maxLength }: Value,
  { plain, quotable, reservedWords }: ConsoleRules,
): ValueProblem | undefined {
  if (text.length > maxLength) {
    const reason = `${noun} is longer than ${maxLength} characters, the maximum of this console.`
    return { code: 'too_long', value: String(maxLength), reason }
  }
  if (reservedWords?.includes(text.toLowerCase())) {
    const reason = `${noun} is "${text}", which this console reads as several players or as the caller.`
    return { code: 'reserved', value: text, reason }
  }
  if (plain.test(text)) return undefined
  if (quotable?.test(text) && !text.endsWith(' ')) return undefined
  return describeProblem(text, noun, quotable ?? plain)
}

function describeProblem(text: string, noun: string, allowed: RegExp): ValueProblem {
  if (text === '') return { code: 'empty', reason: `${noun} is empty.` }
  if (!text.isWellFormed())
    return { code: 'half_character', reason: `${noun} contains half a character (an unpaired surrogate).` }
  if (/[\n\r\u0085\u2028\u2029]/.test(text)) return { code: 'line_break', reason: `${noun} contains a line break.` }
  if (/\p{Cc}/u.test(text)) return { code: 'control_character', reason: `${noun} contains a control character.` }
  if (/^\s|\s$/.test(text)) return { code: 'outer_space', reason: `${noun} starts or ends with a space.` }
  const [first = '', ...rest] = text
  if (!allowed.test(first)) {
    const reason = `${noun} starts with ${formatCharacter(first)}, which this console may not read as part of a name.`
    return { code: 'first_character', value: first, reason }
  }
  const forbidden = rest.find((character) => !allowed.test(first + character)) ?? ''
  const reason = `${noun} contains ${formatCharacter(forbidden)}, which this console may not read as part of a name.`
  return { code: 'character', value: forbidden, reason }
}

/** Invisible characters are shown by their code point. */
function formatCharacter(character: string): string {
  if (character === ' ') return 'a space'
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(character)) return `"${character}"`
  return `the invisible character U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
}
