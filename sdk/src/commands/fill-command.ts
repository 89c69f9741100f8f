import { CONSOLE_RULES, type ConsoleRules } from './console-rules.ts'
import { UnsafeFieldError, UnsafeUserIdError } from '../errors.ts'
import { fillPlaceholders } from './fill-placeholders.ts'

export type Game = keyof typeof CONSOLE_RULES

export const GAMES = Object.keys(CONSOLE_RULES) as Game[]

/**
 * Replaces every `{userId}` in a command so that the console of this game reads exactly that id, as one argument or as
 * part of one. Throws an UnsafeUserIdError if that is impossible.
 */
export function fillCommand(template: string, { userId }: { userId: string }, game: Game): string {
  const rules: ConsoleRules = CONSOLE_RULES[game]
  const player = { text: userId, noun: 'The player id', maxLength: rules.maxIdLength }
  return fillPlaceholders(template, {
    pattern: /\{userId\}/g,
    valueOf: () => player,
    rules,
    refuse: (problem) => new UnsafeUserIdError(problem.reason, problem),
  })
}

/** What a buyer entered for a field of a product. */
export type FilledField = { name: string; value: string; type: string }

const FIELD = /\{field\.([a-z][a-z0-9_]*)\}/g

/** The names of the fields in a command, each once. */
export function fieldsIn(command: string): string[] {
  return [...new Set([...command.matchAll(FIELD)].map(([, name = '']) => name))]
}

/**
 * Replaces every `{field.name}` in a command, by the same rules. `{userId}` stays for the game server to fill in. Throws an
 * UnsafeFieldError if the console cannot take a value, or if there is none.
 */
export function fillFields(template: string, fields: readonly FilledField[], game: Game): string {
  const rules: ConsoleRules = CONSOLE_RULES[game]
  return fillPlaceholders(template, {
    pattern: FIELD,
    valueOf: (name) => {
      const { value = '', type } = fields.find((field) => field.name === name) ?? {}
      return {
        text: value,
        noun: 'The value',
        maxLength: type === 'player' ? rules.maxIdLength : rules.maxCommandBytes,
      }
    },
    rules,
    refuse: (problem, name) => new UnsafeFieldError(name, problem),
  })
}
