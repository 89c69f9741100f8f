import { AppError } from '../errors.ts'

const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$/i
const MAX_LENGTH = 254

/** Normalises an address, so that each mailbox has one spelling. */
export function readEmailAddress(text: string): string {
  const email = text.trim()
  // Validate before lower-casing: the Kelvin sign would become a k, and the address another one.
  if (email.length <= MAX_LENGTH && EMAIL.test(email)) return email.toLowerCase()
  throw new AppError('invalid_request', 'This is not an e-mail address. Use one like ana@vale.example', {
    field: 'body/email',
  })
}
