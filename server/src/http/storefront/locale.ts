import type { Locale } from '../../locales.ts'
import { readCookie } from '../read-cookie.ts'

export const LOCALE_NAMES: Record<Locale, string> = { en: 'English', 'pt-BR': 'Português', es: 'Español' }
export const LOCALE_COOKIE = '__Host-locale'

type Wishes = { query: string | undefined; cookie: string | undefined; acceptLanguage: string | undefined }

/** The language of a page: of its address, then the visitor's choice, then what the browser asks for, then the store's own. */
export function chooseLocale(
  wishes: Wishes,
  { offered, usual }: { offered: readonly string[]; usual: string },
): string {
  const isOffered = (name: string | undefined): name is string => name !== undefined && offered.includes(name)
  if (isOffered(wishes.query)) return wishes.query
  const chosen = readCookie(wishes.cookie, LOCALE_COOKIE)
  if (isOffered(chosen)) return chosen
  return fromHeader(wishes.acceptLanguage, offered) ?? usual
}

const MAX_HEADER_LENGTH = 200

/** The offered language with the highest quality. `pt-PT` is answered with `pt-BR`, because its readers understand it. */
function fromHeader(header: string | undefined, offered: readonly string[]): string | undefined {
  const ranges = (header ?? '')
    .slice(0, MAX_HEADER_LENGTH)
    .split(',')
    .map((part) => {
      const [range = '', ...options] = part.trim().toLowerCase().split(';')
      const quality = options.map((option) => /^\s*q=([\d.]+)$/.exec(option)?.[1]).find(Boolean)
      return { language: range.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  for (const { language } of ranges) {
    const found = offered.find((name) => name.split('-')[0] === language)
    if (found !== undefined) return found
  }
  return undefined
}
