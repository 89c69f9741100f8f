import { Type } from 'typebox'
import { enumOf, object } from '../manage.ts'
import { translationsOf } from './pages.ts'

const FieldName = Type.String({
  pattern: '^[a-z][a-z0-9_]{0,31}$',
  examples: ['color'],
  description: 'Commands contain the value as `{field.name}`.',
})
const FieldType = enumOf(['text', 'number', 'choice', 'boolean', 'player', 'discord'], {
  description: '`player` is the id of another player, `discord` that of a Discord account. Numbers are whole.',
})
const Label = Type.String({ minLength: 1, maxLength: 100, examples: ['Color of your name'] })
const Hint = Type.String({ maxLength: 200, examples: ['3 to 12 letters'], description: 'One line below the field.' })
const Required = Type.Boolean({
  description:
    'If false and the buyer enters nothing, commands with this field do not run. A boolean is true or false and never missing.',
})
const length = (description: string) => Type.Integer({ minimum: 0, maximum: 200, description })
const number = (description: string) => Type.Integer({ minimum: 0, maximum: 1_000_000_000, description })
const Pattern = Type.Union([Type.String({ minLength: 1, maxLength: 200, examples: ['[A-Za-z]{3,12}'] }), Type.Null()], {
  description:
    'The form of a text: characters, `.`, `\\d`, `\\w`, `\\s`, `\\p{L}` and classes such as `[a-z]`, with `?`, `*`, `+` or `{2,5}`. It matches the whole text. Groups and `|` are not supported.',
})
const ChoiceValue = Type.String({ minLength: 1, maxLength: 100, examples: ['red'] })
const ChoiceTranslations = translationsOf({ label: Type.Optional(Label) })
const Translations = translationsOf({ label: Type.Optional(Label), hint: Type.Optional(Hint) })
const LIMITS = {
  minLength: length('Of a text.'),
  maxLength: length('Of a text. Default: 50.'),
  min: number('Of a number.'),
  max: number('Of a number.'),
}

const ASKED = {
  name: FieldName,
  type: FieldType,
  label: Label,
  hint: Hint,
  required: Required,
  ...LIMITS,
  pattern: Pattern,
}

/** In the storefront: in the language of the visitor. */
export const AskedFields = Type.Array(
  object({ ...ASKED, choices: Type.Array(object({ value: ChoiceValue, label: Label })) }),
  { description: 'What the buyer is asked for, in order. Send the values as `fields` of a line.' },
)
export const ProductFields = Type.Array(
  object({
    ...ASKED,
    choices: Type.Array(object({ value: ChoiceValue, label: Label, translations: ChoiceTranslations })),
    translations: Translations,
  }),
  { description: 'What the buyer is asked for, in order.' },
)
export const FieldsBody = Type.Array(
  object({
    name: FieldName,
    type: FieldType,
    label: Label,
    hint: Type.Optional(Hint),
    required: Type.Optional(Required),
    minLength: Type.Optional(LIMITS.minLength),
    maxLength: Type.Optional(LIMITS.maxLength),
    min: Type.Optional(LIMITS.min),
    max: Type.Optional(LIMITS.max),
    pattern: Type.Optional(Pattern),
    choices: Type.Optional(
      Type.Array(object({ value: ChoiceValue, label: Label, translations: Type.Optional(ChoiceTranslations) }), {
        maxItems: 50,
      }),
    ),
    translations: Type.Optional(Translations),
  }),
  { maxItems: 10, description: 'Replaces all fields, in this order.' },
)

export const GivenFields = Type.Record(
  Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$' }),
  Type.Union([Type.String({ maxLength: 1_000 }), Type.Integer(), Type.Boolean()]),
  {
    maxProperties: 10,
    description:
      'What the buyer entered, by the names of the fields of the product. Refused with `field_invalid` if a value is missing, or if the console of a target server cannot take it.',
    examples: [{ color: 'red' }],
  },
)
export const FieldValues = Type.Array(
  object({ name: Type.String(), label: Type.String(), type: FieldType, value: Type.String() }),
  { description: 'What the buyer entered.' },
)
