import type { Manage } from '@quartermaster/sdk'
import { parsePrice } from '../../app/money.ts'
import { periodOf, secondsOf } from '../durations.ts'
import { type Draft, type FieldDraft, type Line, type Stage, STAGES } from './draft.ts'

export type Body = Manage.UpdateProductData['body']

/** The names of inputs that need a correction, with the id of the text that says which. */
export type DraftErrors = Partial<Record<string, ErrorCode>>
export type ErrorCode =
  | 'required'
  | 'price'
  | 'duration'
  | 'number'
  | 'slug'
  | 'commandName'
  | 'noCommand'
  | 'sameName'
  | 'fieldName'
  | 'sameField'

const FIELD_NAME = /^[a-z][a-z0-9_]{0,31}$/
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

export function findErrors(draft: Draft, currency: string): DraftErrors {
  const errors: DraftErrors = {}
  const check = (name: string, holds: boolean, code: ErrorCode) => {
    if (!holds) errors[name] ??= code
  }
  check('name', draft.name.trim() !== '', 'required')
  check('slug', draft.slug === '' || SLUG.test(draft.slug), 'slug')
  if (draft.variants.length === 0) {
    check('price', draft.price.trim() !== '', 'required')
    check('price', parsePrice(draft.price, currency) !== undefined, 'price')
    check('span', secondsOf(draft.span) !== undefined, 'duration')
  }
  for (const { key, name, price, span } of draft.variants) {
    check(`variant-${key}-name`, name.trim() !== '', 'required')
    check(`variant-${key}-name`, draft.variants.filter((other) => other.name === name).length === 1, 'sameName')
    check(`variant-${key}-price`, price.trim() !== '', 'required')
    check(`variant-${key}-price`, parsePrice(price, currency) !== undefined, 'price')
    check(`variant-${key}-span`, secondsOf(span) !== undefined, 'duration')
  }
  for (const field of draft.fields) {
    const own = (name: string) => `field-${field.key}-${name}`
    check(own('label'), field.label.trim() !== '', 'required')
    check(own('name'), field.name !== '', 'required')
    check(own('name'), FIELD_NAME.test(field.name), 'fieldName')
    check(own('name'), draft.fields.filter(({ name }) => name === field.name).length === 1, 'sameField')
    for (const name of ['minLength', 'maxLength', 'min', 'max'] as const)
      check(own(name), /^\d{1,10}$/.test(field[name].trim()), 'number')
    if (field.type === 'choice') check(own('choices'), field.choices.trim() !== '', 'required')
  }
  for (const name of ['stock', 'maxPerPlayer'] as const)
    check(name, /^(-?\d{1,9})?$/.test(draft[name].trim()), 'number')
  check('graceDays', /^([1-9]|[12]\d|30)?$/.test(draft.graceDays.trim()), 'number')
  for (const name of ['position', 'delaySeconds', 'freeSlots'] as const)
    check(name, /^\d{1,6}$/.test(draft[name].trim()), 'number')
  for (const stage of STAGES)
    for (const { key, text } of draft.commands[stage])
      check(`command-${key}`, !/^\s*\{userId\}/.test(text), 'commandName')
  if (!draft.isGiftCard && linesOf(draft, 'approve').length === 0)
    check(`command-${draft.commands.approve[0]?.key ?? 'approve'}`, false, 'noCommand')
  return errors
}

/** What the API stores. An input with an error differs from everything that is stored. */
export function bodyOf(draft: Draft, currency: string): Required<Omit<Body, 'slug'>> & Pick<Body, 'slug'> {
  const whole = (text: string) => (text.trim() === '' ? null : Number(text))
  return {
    name: draft.name.trim(),
    ...(draft.slug !== '' && { slug: draft.slug }),
    summary: draft.summary,
    description: draft.description,
    visibility: draft.visibility,
    pictures: draft.pictures,
    translations: draft.translations,
    position: Number(draft.position),
    categoryId: draft.categoryId === '' ? null : draft.categoryId,
    priceMinor: parsePrice(draft.price, currency) ?? -1,
    durationSeconds: orWrong(secondsOf(draft.span)),
    billingPeriod: periodOf(draft.span),
    graceDays: whole(draft.graceDays),
    renewalCommands: draft.renewalCommands,
    variants: draft.variants.map(({ id, name, price, span, translations }) => ({
      ...(id !== undefined && { id }),
      name: name.trim(),
      priceMinor: parsePrice(price, currency) ?? -1,
      durationSeconds: orWrong(secondsOf(span)),
      billingPeriod: periodOf(span),
      translations,
    })),
    fields: draft.fields.map(toField),
    rebuy: draft.rebuy,
    isGiftCard: draft.isGiftCard,
    serverIds: [...draft.serverIds].sort(),
    buyerChoosesServer: draft.buyerChoosesServer,
    stock: whole(draft.stock),
    maxPerPlayer: whole(draft.maxPerPlayer),
    conditions: {
      requiresOnline: draft.requiresOnline,
      delaySeconds: Number(draft.delaySeconds),
      freeSlots: Number(draft.freeSlots),
      repeatable: draft.repeatable,
    },
    commands: {
      approve: linesOf(draft, 'approve'),
      refund: linesOf(draft, 'refund'),
      expire: linesOf(draft, 'expire'),
    },
  }
}

/** Settings of other types are left out. */
function toField({ key: _key, saved, ...field }: FieldDraft): NonNullable<Body['fields']>[number] {
  const { name, type, label, hint, required, translations } = field
  const common = { name, type, label: label.trim(), hint: hint.trim(), required, translations }
  if (type === 'text') {
    const pattern = field.pattern === '' ? null : field.pattern
    return { ...common, minLength: Number(field.minLength), maxLength: Number(field.maxLength), pattern }
  }
  if (type === 'number') return { ...common, min: Number(field.min), max: Number(field.max) }
  return type === 'choice' ? { ...common, choices: toChoices(field.choices, saved) } : common
}

function toChoices(text: string, saved: FieldDraft['saved']) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [first = '', ...rest] = line.split('=')
    const value = first.trim()
    const translations = saved.find((choice) => choice.value === value)?.translations
    return { value, label: rest.join('=').trim() || value, ...(translations && { translations }) }
  })
}

function orWrong(seconds: number | null | undefined): number | null {
  return seconds === undefined ? -1 : seconds
}

/** Empty lines are not sent. A gift card has no commands. */
export function linesOf({ commands, isGiftCard }: Pick<Draft, 'commands' | 'isGiftCard'>, stage: Stage): string[] {
  if (isGiftCard) return []
  return commands[stage].map(({ text }: Line) => text.trim()).filter((text) => text !== '')
}

/** The fields that differ. */
export function changesOf<Fields extends object>(from: Fields, to: Fields): Partial<Fields> {
  const names = Object.keys(to) as (keyof Fields)[]
  return Object.fromEntries(
    names.filter((name) => !isSame(from[name], to[name])).map((name) => [name, to[name]]),
  ) as Partial<Fields>
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
