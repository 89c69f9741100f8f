import { fillCommand, fillFields, type Game, UnsafeUserIdError } from '@quartermaster/sdk'
import { ConsoleError } from '../../../agent/src/dialects/dialect.ts'
import { FieldError } from '../../../server/src/catalog/fields/field-error.ts'
import { requireExpressible } from '../../../server/src/catalog/fields/fill-commands.ts'
import { checkFields } from '../../../server/src/catalog/fields/product-field.ts'
import {
  type FieldValue,
  type GivenFields,
  readFieldValues,
} from '../../../server/src/catalog/fields/read-field-values.ts'
import type { FieldSubject } from './consoles.ts'

/** Checks a sale and returns the command with its values, or undefined if the sale is refused. */
export type Sell = (sale: { template: string; given: GivenFields; userId: string; game: Game }) => Sold | undefined
type Sold = { command: string; values: Pick<FieldValue, 'name' | 'value'>[] }

const FIELDS = checkFields([
  { name: 'a', type: 'text', label: 'A', maxLength: 200 },
  { name: 'b', type: 'player', label: 'B' },
])
const AT = { at: 'body/items/0/fields' }

/** What the product does: the values are checked at the sale, and filled in when the delivery is created. */
const sell: Sell = ({ template, given, userId, game }) => {
  try {
    const values = readFieldValues(FIELDS, given, AT)
    const consoles = [{ rules: game, profile: 'standard' as const }]
    requireExpressible({ commands: [template], values, consoles, gameUserId: userId, ...AT })
    // Nothing may be refused from here on.
    return { command: fillFields(template, values, game), values }
  } catch (error) {
    if (error instanceof FieldError) return undefined
    throw error
  }
}

const textOf = (given: GivenFields) => Object.entries(given).map(([name, value]) => ({ name, value: String(value) }))
const fillBare = (template: string, values: Sold['values']) =>
  values.reduce((command, { name, value }) => command.replaceAll(`{field.${name}}`, () => value), template)

function fillQuoted({ template, given }: Parameters<Sell>[0], escape: (value: string) => string): Sold {
  const values = textOf(given)
  const command = values.reduce(
    (text, { name, value }) =>
      text.replaceAll(new RegExp(`"?\\{field\\.${name}\\}"?`, 'g'), () => `"${escape(value)}"`),
    template,
  )
  return { command, values }
}

/** Faulty quoting. Each of them must be noticed in every dialect. */
export const MUTANTS: Record<string, Sell> = {
  bare: ({ template, given }) => ({ command: fillBare(template, textOf(given)), values: textOf(given) }),
  quoted: (sale) => fillQuoted(sale, (value) => value),
  escaped: (sale) => fillQuoted(sale, (value) => value.replaceAll('"', String.raw`\"`)),
  'line-breaks-only': ({ template, given }) => {
    const values = textOf(given).map(({ name, value }) => ({ name, value: value.replaceAll(/[\r\n]/g, '') }))
    return { command: fillBare(template, values), values }
  },
  'placeholders-in-values': (sale) => {
    const values = textOf(sale.given)
    if (!values.some(({ value }) => /^\{(userId|field\.b)\}$/.test(value))) return sell(sale)
    return { command: fillBare(sale.template, values), values }
  },
}

export type Verdict = 'refused' | 'exact' | 'broken'

/** Values without a meaning in any console. */
const ORDINARY = { a: 'Zq7wXk', b: 'Vj3pRn', userId: 'Lm9tHd' }

/** `exact`: the console reads the same words as with ordinary values, with these in their place. `broken`: anything else. */
export function createJudge(subject: FieldSubject, sale: Sell = sell) {
  const expected = new Map(subject.templates.map((template) => [template, readOrdinary(subject, template)]))
  return (template: string, given: { a: string; b: string }, userId: string): Verdict => {
    const { game, asRead } = subject
    const sold = sale({ template, given, userId, game })
    if (!sold) return 'refused'
    const bytes = deliver(subject, sold.command, userId)
    if (!bytes) return 'broken'
    const texts = new Map<string, string>([
      ...sold.values.map(({ name, value }) => [ORDINARY[name as 'a' | 'b'], asRead(value)] as const),
      [ORDINARY.userId, asRead(userId)],
    ])
    const pattern = new RegExp([...texts.keys()].join('|'), 'g')
    const words = (expected.get(template) ?? []).map((word) => word.replaceAll(pattern, (key) => texts.get(key) ?? ''))
    const read = subject.read(bytes)
    const isExact = read.length === 1 && JSON.stringify(read[0]) === JSON.stringify(words)
    return isExact ? 'exact' : 'broken'
  }
}

/** What a client of the games interface does with the command. */
function deliver({ game, encode }: FieldSubject, command: string, userId: string): Buffer | undefined {
  try {
    return encode(fillCommand(command, { userId }, game))
  } catch (error) {
    if (error instanceof UnsafeUserIdError || error instanceof ConsoleError) return undefined
    throw error
  }
}

function readOrdinary(subject: FieldSubject, template: string): string[] {
  const command = fillBare(template, [
    { name: 'a', value: ORDINARY.a },
    { name: 'b', value: ORDINARY.b },
  ]).replaceAll('{userId}', ORDINARY.userId)
  const [words, ...more] = subject.read(subject.encode(command))
  if (!words || more.length > 0) throw new Error(`${subject.name} reads ${template} as more than one command`)
  return words
}
