import { AppError } from '../../errors.ts'
import { parseDomain } from '../../host-name.ts'

/** The owner's own domain, as it is stored. */
export function requireDomain(text: string): string {
  const domain = parseDomain(text.replace(/^\s*https?:\/\//i, '').replace(/\/+\s*$/, ''))
  if (domain === undefined)
    throw new AppError('invalid_request', `"${text}" is not a domain. Use a name such as shop.vale.example.`)
  return domain
}
