import { AppError } from '../errors.ts'

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const MAX_SLUG_LENGTH = 80

/** The readable part of the address of a page, such as `vip-gold`. */
export function requireSlug(slug: string): string {
  if (slug.length <= MAX_SLUG_LENGTH && SLUG.test(slug)) return slug
  throw new AppError(
    'invalid_request',
    `The slug must have at most ${MAX_SLUG_LENGTH} lower-case letters (a to z) and digits, with single hyphens between them, such as "vip-gold"`,
  )
}
