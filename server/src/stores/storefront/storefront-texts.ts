import { AppError } from '../../errors.ts'
import { requireLine, requireText } from '../../text.ts'

/** The texts of a store. An empty text is not shown. */
export type StorefrontTexts = {
  title: string
  tagline: string
  /** Who sells, such as a company with its address. */
  seller: string
  /** An e-mail address or a link. */
  support: string
  /** Markdown. */
  terms: string
  /** Markdown. */
  privacy: string
  closedMessage: string
}

const line = (what: string, max: number) => (text: string) => requireLine(what, text, { min: 0, max })
const markdown = (what: string) => (text: string) => requireText(what, text, { min: 0, max: 20_000 })

export const TEXT_CHECKS: { [Name in keyof StorefrontTexts]: (text: string) => string } = {
  title: line('The title', 100),
  tagline: line('The tagline', 200),
  seller: line('The line about the seller', 300),
  support: requireContact,
  terms: markdown('The terms'),
  privacy: markdown('The privacy policy'),
  closedMessage: (text) => requireText('The message of a closed store', text, { min: 0, max: 1_000 }),
}

export const NO_TEXTS: StorefrontTexts = {
  title: '',
  tagline: '',
  seller: '',
  support: '',
  terms: '',
  privacy: '',
  closedMessage: '',
}

const MAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,189}$/

function requireContact(text: string): string {
  const contact = requireLine('The support contact', text, { min: 0, max: 500 })
  if (contact === '' || MAIL.test(contact) || isLink(contact)) return contact
  throw new AppError(
    'invalid_request',
    'The support contact must be an e-mail address or a link that begins with https://',
  )
}

function isLink(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text)
}
