import { StoreError, UnreachableError } from '@quartermaster/sdk'

/** `code` never changes its meaning. `message` is English. `field` is the name of the input that is wrong. */
export type Problem = { code: string; message: string; field: string | undefined }

export function problemOf(error: unknown): Problem {
  if (error instanceof StoreError) return { code: error.code, message: error.message, field: fieldOf(error.field) }
  if (error instanceof UnreachableError) return { code: 'unreachable', message: error.message, field: undefined }
  return { code: 'unknown', message: error instanceof Error ? error.message : String(error), field: undefined }
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof StoreError && codes.includes(error.code)
}

/** The API names the place, such as `body/name`. */
function fieldOf(place: string | undefined): string | undefined {
  return place?.split('/').findLast((part) => part !== '' && !/^\d+$/.test(part))
}
