import { AppError } from '../errors.ts'

const FORM = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$/i
const LONGEST = 254

/** The one spelling under which an address is kept and looked for. */
export function readEmailAddress(text: string): string {
  const email = text.trim()
  // Before the letters become small: the sign of the kelvin would become a k, and the address another's.
  if (email.length <= LONGEST && FORM.test(email)) return email.toLowerCase()
  throw new AppError('invalid_request', 'This is not an e-mail address; give one like ana@vale.example', {
    field: 'body/email',
  })
}
