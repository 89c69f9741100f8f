import type { Random } from '../../kit/random.ts'
import type { CallbackParts } from './callback-parts.ts'
import type { CallbackSetup } from './callback-setup.ts'
import type { ProviderAccount } from './provider-accounts.ts'

export type AlterationContext = {
  random: Random
  account: ProviderAccount
  setup: CallbackSetup
  /** Genuine callbacks of the same provider. */
  genuine: CallbackParts[]
}

/** Returns the parts that change. The result may still be equivalent; the caller checks that. */
export type Alter = (parts: CallbackParts, context: AlterationContext) => Partial<CallbackParts>

/** Ways to alter a callback, by name. */
export type Alterations = Record<string, Alter>

/** Makes alterations of changes to one part of a callback. */
export function createAlterations<Change>(
  changes: Record<string, Change>,
  apply: (change: Change, ...of: Parameters<Alter>) => Partial<CallbackParts>,
): Alterations {
  const alterations = Object.entries(changes).map(([name, change]): [string, Alter] => [
    name,
    (parts, context) => apply(change, parts, context),
  ])
  return Object.fromEntries(alterations)
}

/** Another way to write a text. */
export type Spelling = (text: string) => string

export function append(...endings: string[]): Spelling[] {
  return endings.map((ending) => (text) => text + ending)
}

export function prepend(...beginnings: string[]): Spelling[] {
  return beginnings.map((beginning) => (text) => beginning + text)
}

/** One spelling for each of the texts that replace `old`. */
export function replace(old: string | RegExp, ...texts: string[]): Spelling[] {
  return texts.map((by) => (text) => text.replace(old, by))
}
