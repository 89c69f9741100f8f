import { i18n, setupI18n } from '@lingui/core'
import { I18nProvider, Trans, useLingui } from '@lingui/react'
import type { ReactElement, ReactNode } from 'react'
import type { TextId } from './text-ids.ts'

export type { TextId }
export type Values = Record<string, string | number>

const LOCALES = ['en', 'pt-BR', 'es'] as const
export type Locale = (typeof LOCALES)[number]
export const LANGUAGES: Record<Locale, string> = { en: 'English', 'pt-BR': 'Português (Brasil)', es: 'Español' }
const STORED = 'locale'

const load: Record<Locale, () => Promise<{ default: Record<string, never> }>> = {
  en: () => import('texts:en'),
  'pt-BR': () => import('texts:pt-BR'),
  es: () => import('texts:es'),
}

/** The chosen language, else the first one of the browser that exists. */
export function findLocale(): Locale {
  const wanted = [localStorage.getItem(STORED), ...navigator.languages]
  const find = (tag: string | null) =>
    LOCALES.find((locale) => locale === tag) ?? LOCALES.find((locale) => tag?.split('-')[0] === locale.split('-')[0])
  return wanted.map(find).find((locale) => locale !== undefined) ?? 'en'
}

export async function activateLocale(locale: Locale): Promise<void> {
  const { default: messages } = await load[locale]()
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
}

export async function chooseLocale(locale: Locale): Promise<void> {
  localStorage.setItem(STORED, locale)
  await activateLocale(locale)
}

export function TextsProvider({ children }: { children: ReactNode }): ReactElement {
  return <I18nProvider i18n={i18n}>{children}</I18nProvider>
}

export type Translate = (id: TextId, values?: Values) => string

export function useTexts(): Translate {
  const { _ } = useLingui()
  return (id, values) => _(id, values)
}

/** Texts in another language than that of the person, for example for a player. */
export async function loadTexts(locale: Locale): Promise<Translate> {
  const { default: messages } = await load[locale]()
  const other = setupI18n({ locale, messages: { [locale]: messages } })
  return (id, values) => other._(id, values)
}

/** A text with elements in it: `<0>…</0>` is the first one. */
export function Text({ id, values, parts }: { id: TextId; values?: Values; parts?: ReactElement[] }): ReactElement {
  const components = Object.fromEntries((parts ?? []).map((part, index) => [String(index), part]))
  return <Trans id={id} {...(values && { values })} components={components} />
}
