const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? '') : text
}

/** Markup that is written to a page as it is. Templates can only receive it; every other value is escaped. */
export class Html {
  readonly #markup: string
  readonly #text: string

  /** `text` is the same content without markup. */
  constructor(markup: string, text = '') {
    this.#markup = markup
    this.#text = text
  }

  get markup(): string {
    return this.#markup
  }

  /** Filters that need a text get one that is escaped again at its output. */
  toString(): string {
    return this.#text
  }
}

/** How templates write a value. */
export function toMarkup(value: unknown): string {
  if (value instanceof Html) return value.markup
  return escapeHtml(toText(value))
}

export function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(toText).join('')
  if (value instanceof Html) return value.toString()
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : ''
}
