/** The languages of storefronts. */
export const LOCALES = ['pt-BR', 'en', 'es'] as const
export type Locale = (typeof LOCALES)[number]

/** Texts that replace those in the default language of the store. A text that is absent is not translated. */
export type Translations<Texts> = Partial<Record<Locale, Partial<Texts>>>
