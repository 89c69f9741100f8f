import type { ConsoleRules } from './console-rules.ts'

/** Why an id cannot be put into any command of a console, in a sentence; undefined when it can, at least in quotes. */
export function faultOf(userId: string, { plain, quotable, words, longestId }: ConsoleRules): string | undefined {
  if (userId.length > longestId)
    return `The player id is longer than the ${longestId} characters that this console takes.`
  if (words?.includes(userId.toLowerCase())) {
    return `The player id is the word "${userId}", which this console takes for several players or for another one.`
  }
  if (plain.test(userId)) return undefined
  if (quotable?.test(userId) && !userId.endsWith(' ')) return undefined
  return describe(userId, quotable ?? plain)
}

function describe(userId: string, allowed: RegExp): string {
  if (userId === '') return 'The player id is empty.'
  if (!userId.isWellFormed()) return 'The player id is broken: it holds half a character.'
  if (/[\n\r\u0085\u2028\u2029]/.test(userId)) return 'The player id holds a line break.'
  if (/\p{Cc}/u.test(userId)) return 'The player id holds a control character.'
  if (/^\s|\s$/.test(userId)) return 'The player id begins or ends with a blank.'
  const [first = '', ...rest] = userId
  if (!allowed.test(first))
    return `The player id begins with ${show(first)}, which this console may take for more than a name.`
  const other = rest.find((character) => !allowed.test(first + character)) ?? ''
  return `The player id holds ${show(other)}, which this console may read as something else than a part of a name.`
}

/** What cannot be seen is named by its number. */
function show(character: string): string {
  if (character === ' ') return 'a blank'
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(character)) return `"${character}"`
  return `the invisible character U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
}
