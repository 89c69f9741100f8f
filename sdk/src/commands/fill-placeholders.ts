import type { ConsoleRules } from './console-rules.ts'
import { findValueProblem, type ValueProblem } from './find-value-problem.ts'

type Value = {
  text: string
  /** As messages call it, such as `The player id`. */
  noun: string
  maxLength: number
}

type Filling = {
  /** A global pattern of the placeholders. Its group, if it has one, is the name of the value. */
  pattern: RegExp
  valueOf: (name: string) => Value
  rules: ConsoleRules
  /** The error for a value that cannot be filled in. */
  refuse: (problem: ValueProblem, name: string) => Error
}

type Place = Value & { placeholder: string; name: string; from: number; to: number }

/**
 * Replaces every placeholder so that the console reads exactly its value, as one argument or as part of one. Positions are judged
 * in the template, and values are not searched for placeholders.
 */
export function fillPlaceholders(template: string, { pattern, valueOf, rules, refuse }: Filling): string {
  const places: Place[] = [...template.matchAll(pattern)].map(({ 0: placeholder, 1: name = '', index }) => ({
    placeholder,
    name,
    from: index,
    to: index + placeholder.length,
    ...valueOf(name),
  }))
  const first = places[0]
  if (!first) return template
  for (const place of places) {
    const problem = findValueProblem(place, rules) ?? findNameProblem(template, place, rules)
    if (problem) throw refuse(problem, place.name)
  }
  let command = ''
  let end = 0
  for (const place of places) {
    const text = textFor(template, place, rules)
    if (text === undefined) {
      const reason = `${place.noun} needs quotes, but the command has no place for them. Write ${place.placeholder} with spaces or quotes on both sides.`
      throw refuse({ code: 'no_room_for_quotes', reason }, place.name)
    }
    command += template.slice(end, place.from) + text
    end = place.to
  }
  command += template.slice(end)
  if (new TextEncoder().encode(command).length > rules.maxCommandBytes) {
    const reason = `With this ${first.noun.replace('The ', '')}, the command is longer than ${rules.maxCommandBytes} bytes, the maximum of this console.`
    throw refuse({ code: 'command_too_long', value: String(rules.maxCommandBytes), reason }, first.name)
  }
  return command
}

/** Otherwise a player whose id is `stop` would stop the server. */
function findNameProblem(
  template: string,
  { from, placeholder }: Place,
  { separator = '\n' }: ConsoleRules,
): ValueProblem | undefined {
  const before = removeQuotedText(template.slice(0, from))
  const sameCommand = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf(separator)) + 1)
  if (/\S\s/.test(sameCommand)) return undefined
  const reason = `The command starts with ${placeholder}, so a player could choose which command runs. Write the name of a command first.`
  return { code: 'command_name', reason }
}

/** The value as it stands in the command. Undefined if it needs quotes and there is no place for them. */
function textFor(template: string, { text, from, to }: Place, { plain, escape }: ConsoleRules): string | undefined {
  if (plain.test(text)) return text
  if (!areQuotesUnambiguous(template)) return undefined
  const position = findPosition(template.slice(0, from), template.slice(to))
  if (position === 'other') return undefined
  const escaped = escape === undefined ? text : text.replaceAll('"', () => `${escape}"`)
  return position === 'quoted' ? escaped : `"${escaped}"`
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
