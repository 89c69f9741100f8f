import { fieldsIn } from '@quartermaster/sdk'
import { AppError } from '../../errors.ts'
import type { Translations } from '../../locales.ts'
import { requireLine } from '../../text.ts'
import { checkTranslations } from '../../texts/check-translations.ts'
import type { StageCommands } from '../product.ts'
import { readPattern } from './pattern.ts'

/** `player` is the id of another player, `discord` that of a Discord account. */
export const FIELD_TYPES = ['text', 'number', 'choice', 'boolean', 'player', 'discord'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

export type FieldChoice = { value: string; label: string; translations: Translations<{ label: string }> }

/** What a product asks the buyer for. Commands contain the value as `{field.name}`. */
export type ProductField = {
  name: string
  type: FieldType
  label: string
  /** One line below the field. */
  hint: string
  /** Without a value for an optional field, commands that contain it do not run. A boolean always has a value. */
  required: boolean
  /** Of a text, in characters. */
  minLength: number
  maxLength: number
  /** Of a text: see pattern.ts. Null: any text. */
  pattern: string | null
  /** Of a number. */
  min: number
  max: number
  choices: FieldChoice[]
  translations: Translations<{ label: string; hint: string }>
}

export type FieldInput = Pick<ProductField, 'name' | 'type' | 'label'> &
  Partial<Omit<ProductField, 'choices'>> & {
    choices?: (Pick<FieldChoice, 'value' | 'label'> & Partial<FieldChoice>)[]
  }

/** As the column of a product contains them. In an object, because the driver writes an array as one of PostgreSQL. */
export type FieldsColumn = { list?: ProductField[] }

const MAX_FIELDS = 10
const MAX_CHOICES = 50
const MAX_LENGTH = 200
const DEFAULT_MAX_LENGTH = 50
export const MAX_NUMBER = 1_000_000_000
const NAME = /^[a-z][a-z0-9_]{0,31}$/

export function checkFields(fields: FieldInput[]): ProductField[] {
  if (fields.length > MAX_FIELDS) throw invalid(`A product has at most ${MAX_FIELDS} fields`)
  requireDifferent(
    'fields of a product',
    fields.map(({ name }) => name),
  )
  return fields.map(checkField)
}

function checkField(field: FieldInput): ProductField {
  const { name, type, minLength = 0, maxLength = DEFAULT_MAX_LENGTH, min = 0, max = MAX_NUMBER } = field
  const { required = true, pattern = null, choices = [], hint = '', translations = {} } = field
  if (!NAME.test(name))
    throw invalid(`"${name}" is not a name of a field. Use up to 32 letters a to z, digits and _, and a letter first`)
  if (!isRange(minLength, maxLength, MAX_LENGTH) || maxLength === 0)
    throw invalid(`The lengths of "${name}" must be whole numbers up to ${MAX_LENGTH}, the smaller one first`)
  if (!isRange(min, max, MAX_NUMBER))
    throw invalid(`The range of "${name}" must be whole numbers from 0 to ${MAX_NUMBER}, the smaller one first`)
  if (type === 'choice' && (choices.length === 0 || choices.length > MAX_CHOICES))
    throw invalid(`The field "${name}" needs 1 to ${MAX_CHOICES} choices`)
  if (type !== 'choice' && choices.length > 0) throw invalid(`The field "${name}" has choices, but not the type choice`)
  requireDifferent(
    `choices of "${name}"`,
    choices.map(({ value }) => value),
  )
  if (pattern !== null) {
    if (type !== 'text') throw invalid(`The field "${name}" has a pattern, but not the type text`)
    readPattern(requireLine('The pattern', pattern, { max: 200 }))
  }
  return {
    name,
    type,
    label: TEXTS.label(field.label),
    hint: TEXTS.hint(hint),
    required: required && type !== 'boolean',
    minLength,
    maxLength,
    pattern,
    min,
    max,
    choices: choices.map((choice) => ({
      value: requireLine('The value of a choice', choice.value, { max: 100 }),
      label: TEXTS.label(choice.label),
      translations: checkTranslations(choice.translations ?? {}, { label: TEXTS.label }),
    })),
    translations: checkTranslations(translations, TEXTS),
  }
}

/** Refuses commands that could never run: with an unknown field, or with a field as the name of the command. */
export function requireKnownFields(commands: StageCommands, fields: ProductField[]): void {
  for (const command of Object.values(commands).flat()) {
    const unknown = fieldsIn(command).find((name) => !fields.some((field) => field.name === name))
    if (unknown !== undefined)
      throw invalid(
        `"${command}" contains {field.${unknown}}, but the product has no field "${unknown}". Add the field`,
      )
    if (/^\W*\{field\./.test(command))
      throw invalid(
        `"${command}" starts with a field, so a buyer could choose which command runs. Write its name first`,
      )
    if (/\}\{field\.|\{field\.\w+\}\{/.test(command))
      throw invalid(
        `"${command}" has a field without anything between it and the next placeholder. Write a space there`,
      )
  }
  if (fields.length === 0) return
  const isOptional = (name: string) => fields.some((field) => field.name === name && !canHaveCommand(field))
  if (commands.approve.length > 0 && commands.approve.every((command) => fieldsIn(command).some(isOptional)))
    throw invalid(
      'Without values for the optional fields, no approve command would run. Require a field, or add a command without them',
    )
}

/** Whether every purchase has a value for it. */
function canHaveCommand({ required, type }: ProductField): boolean {
  return required || type === 'boolean'
}

const TEXTS = {
  label: (text: string) => requireLine('The label of a field', text, { max: 100 }),
  hint: (text: string) => requireLine('The hint of a field', text, { min: 0, max: 200 }),
}

function isRange(from: number, to: number, max: number): boolean {
  return Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= max
}

function requireDifferent(what: string, values: string[]): void {
  if (new Set(values).size < values.length) throw invalid(`The ${what} must have different names`)
}

function invalid(message: string): AppError {
  return new AppError('invalid_request', message)
}
