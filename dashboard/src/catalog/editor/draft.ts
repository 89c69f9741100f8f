import type { Manage } from '@quartermaster/sdk'
import { toPriceText } from '../../app/money.ts'
import { periodOf, type Span, spanOf } from '../durations.ts'

export const STAGES = ['approve', 'refund', 'expire'] as const
export type Stage = (typeof STAGES)[number]

/** A line of a list in the form. `key` stays the same while lines are moved. */
export type Line = { key: number; text: string }
export const FIELD_TYPES = ['text', 'number', 'choice', 'boolean', 'player', 'discord'] as const
type ProductField = Manage.Product['fields'][number]
/** `choices` is a line for each, such as `red = Ruby`. */
export type FieldDraft = Pick<ProductField, 'name' | 'type' | 'label' | 'hint' | 'required' | 'translations'> & {
  key: number
  minLength: string
  maxLength: string
  pattern: string
  min: string
  max: string
  choices: string
  /** Texts in other languages stay with their value. */
  saved: ProductField['choices']
}
export type VariantDraft = { key: number; id?: string; name: string; price: string; span: Span; translations: object }

/** What the inputs of the editor contain. Numbers are text, because people type them. */
export type Draft = Pick<
  Manage.Product,
  | 'name'
  | 'slug'
  | 'summary'
  | 'description'
  | 'visibility'
  | 'pictures'
  | 'translations'
  | 'rebuy'
  | 'isGiftCard'
  | 'serverIds'
  | 'buyerChoosesServer'
> & {
  price: string
  categoryId: string
  span: Span
  variants: VariantDraft[]
  fields: FieldDraft[]
  stock: string
  maxPerPlayer: string
  graceDays: string
  renewalCommands: boolean
  position: string
  requiresOnline: boolean
  repeatable: boolean
  delaySeconds: string
  freeSlots: string
  commands: Record<Stage, Line[]>
}

let lastKey = 0
export const newLine = (text = ''): Line => ({ key: ++lastKey, text })
export const newVariant = (): VariantDraft => ({
  key: ++lastKey,
  name: '',
  price: '',
  span: { amount: '30', unit: 'days' },
  translations: {},
})

export const newField = (): FieldDraft => ({
  key: ++lastKey,
  name: '',
  type: 'text',
  label: '',
  hint: '',
  required: true,
  minLength: '0',
  maxLength: '50',
  pattern: '',
  min: '0',
  max: '1000',
  choices: '',
  saved: [],
  translations: {},
})

function toFieldDraft({ minLength, maxLength, min, max, pattern, choices, ...field }: ProductField): FieldDraft {
  return {
    ...field,
    key: ++lastKey,
    minLength: String(minLength),
    maxLength: String(maxLength),
    pattern: pattern ?? '',
    min: String(min),
    max: String(max),
    choices: choices.map(({ value, label }) => (value === label ? value : `${value} = ${label}`)).join('\n'),
    saved: choices,
  }
}

export const EMPTY_DRAFT = (): Draft => ({
  name: '',
  slug: '',
  summary: '',
  description: '',
  visibility: 'public',
  pictures: [],
  translations: {},
  fields: [],
  rebuy: 'extend',
  isGiftCard: false,
  serverIds: [],
  buyerChoosesServer: false,
  price: '',
  categoryId: '',
  span: { amount: '30', unit: 'days' },
  variants: [],
  stock: '',
  maxPerPlayer: '',
  graceDays: '',
  renewalCommands: false,
  position: '0',
  requiresOnline: true,
  repeatable: false,
  delaySeconds: '0',
  freeSlots: '0',
  commands: { approve: [newLine()], refund: [newLine()], expire: [newLine()] },
})

export function draftOf(product: Manage.Product): Draft {
  const { commands, conditions, currency } = product
  const { name, slug, summary, description, visibility, pictures, translations } = product
  const { fields, rebuy, isGiftCard, serverIds, buyerChoosesServer } = product
  const lines = (stage: Stage) => commands[stage].map((text) => newLine(text))
  return {
    name,
    slug,
    summary,
    description,
    visibility,
    pictures,
    translations,
    fields: fields.map(toFieldDraft),
    rebuy,
    isGiftCard,
    serverIds,
    buyerChoosesServer,
    price: toPriceText(product.priceMinor, currency),
    categoryId: product.categoryId ?? '',
    span: spanOf(product.durationSeconds, product.billingPeriod),
    variants: product.variants.map(
      ({ id, name: text, priceMinor, durationSeconds, billingPeriod, translations: texts }) => ({
        key: ++lastKey,
        id,
        name: text,
        price: toPriceText(priceMinor, currency),
        span: spanOf(durationSeconds, billingPeriod),
        translations: texts,
      }),
    ),
    stock: product.stock === null ? '' : String(product.stock),
    maxPerPlayer: product.maxPerPlayer === null ? '' : String(product.maxPerPlayer),
    graceDays: product.graceDays === null ? '' : String(product.graceDays),
    renewalCommands: product.renewalCommands,
    position: String(product.position),
    requiresOnline: conditions.requiresOnline,
    repeatable: conditions.repeatable,
    delaySeconds: String(conditions.delaySeconds),
    freeSlots: String(conditions.freeSlots),
    commands: { approve: lines('approve'), refund: lines('refund'), expire: lines('expire') },
  }
}

/** Whether it is sold as a subscription. */
export function isSubscription({ span, variants }: Pick<Draft, 'span' | 'variants'>): boolean {
  const spans = variants.length > 0 ? variants.map((variant) => variant.span) : [span]
  return spans.some((each) => periodOf(each) !== null)
}

/** Whether it is sold for a time, so that it expires. */
export function isTimed({ span, variants }: Pick<Draft, 'span' | 'variants'>): boolean {
  const spans = variants.length > 0 ? variants.map((variant) => variant.span) : [span]
  return spans.some(({ unit }) => unit !== 'forever')
}
