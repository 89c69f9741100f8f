import { FieldError, type FieldFault } from './field-error.ts'
import { matchesPattern, type Pattern, readPattern } from './pattern.ts'
import type { FieldType, ProductField } from './product-field.ts'

/** A value that a buyer entered, with the label that they saw. */
export type FieldValue = { name: string; label: string; type: FieldType; value: string }

/** By the names of the fields, as a request contains them. */
export type GivenFields = Readonly<Record<string, string | number | boolean>>

/**
 * Checks what a buyer entered, and returns it in the order of the fields. Optional fields without a value are left out, and so are
 * names that the product does not have any more, for baskets that were filled before an edit.
 */
export function readFieldValues(fields: ProductField[], given: GivenFields, { at }: { at: string }): FieldValue[] {
  return fields.flatMap((field) => {
    const { name, label, type, hint } = field
    const value = toText(type, given[name])
    if (value === '' && !field.required) return []
    const fault = findFault(field, value)
    if (fault) throw new FieldError(fault, { field, hint, at })
    return { name, label, type, value: type === 'number' ? String(Number(value)) : value }
  })
}

/** Whether a repeated sale has the same values. */
export function hasSameValues(values: FieldValue[], given: GivenFields): boolean {
  const isSame = ({ name, type, value }: FieldValue) => {
    const text = toText(type, given[name])
    return type === 'number' ? Number(text) === Number(value) : text === value
  }
  return (
    values.every(isSame) &&
    Object.keys(given).every((name) => isEmpty(given[name]) || values.some((value) => value.name === name))
  )
}

function isEmpty(given: GivenFields[string] | undefined): boolean {
  return toText('text', given) === ''
}

function toText(type: FieldType, given: GivenFields[string] = ''): string {
  const text = String(given).normalize('NFC').trim()
  return type === 'boolean' ? toBoolean(text) : text
}

function toBoolean(text: string): string {
  return text === 'on' || text === '1' ? 'true' : text === '' || text === '0' ? 'false' : text
}

const MAX_PLAYER_LENGTH = 255
// oxlint-disable-next-line no-control-regex -- control characters are what this searches for
const NOT_IN_A_LINE = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/

function findFault(field: ProductField, value: string): FieldFault | undefined {
  if (value === '') return { code: 'missing' }
  if (NOT_IN_A_LINE.test(value) || !value.isWellFormed()) return { code: 'line' }
  const { type } = field
  if (type === 'text') return findTextFault(field, value)
  if (type === 'number') return findNumberFault(field, value)
  if (type === 'choice')
    return field.choices.some((each) => each.value === value) ? undefined : { code: 'not_a_choice' }
  if (type === 'boolean') return value === 'true' || value === 'false' ? undefined : { code: 'not_a_choice' }
  if (type === 'discord') return /^\d{17,20}$/.test(value) ? undefined : { code: 'not_a_discord_id' }
  return value.length <= MAX_PLAYER_LENGTH ? undefined : { code: 'too_long', count: MAX_PLAYER_LENGTH }
}

function findTextFault({ minLength, maxLength, pattern }: ProductField, value: string): FieldFault | undefined {
  const { length } = [...value]
  if (length > maxLength) return { code: 'too_long', count: maxLength }
  if (length < minLength) return { code: 'too_short', count: minLength }
  return pattern === null || matchesPattern(toPattern(pattern), value) ? undefined : { code: 'pattern' }
}

function findNumberFault({ min, max }: ProductField, value: string): FieldFault | undefined {
  if (!/^\d{1,10}$/.test(value))
    return /^-\d+$/.test(value) ? { code: 'too_small', count: min } : { code: 'not_a_number' }
  if (Number(value) < min) return { code: 'too_small', count: min }
  return Number(value) > max ? { code: 'too_large', count: max } : undefined
}

/** Patterns of a store are few, and each is used for every purchase. */
const patterns = new Map<string, Pattern>()
const MAX_PATTERNS = 1_000

function toPattern(text: string): Pattern {
  const known = patterns.get(text)
  if (known) return known
  const pattern = readPattern(text)
  if (patterns.size >= MAX_PATTERNS) patterns.clear()
  patterns.set(text, pattern)
  return pattern
}
