export type StorefrontLocale = 'en' | 'pt-BR' | 'es'

export const LANGUAGES: [value: StorefrontLocale, label: string][] = [
  ['en', 'English'],
  ['pt-BR', 'Português (Brasil)'],
  ['es', 'Español'],
]
