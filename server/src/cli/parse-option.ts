import { InvalidArgumentError } from 'commander'
import { parseDuration } from '../duration.ts'
import { parseId, type StoreId } from '../ids.ts'

/** Checks the form of an id before anything is sent. The error then names the option. */
export function parseIdOf(prefix: string): (text: string) => string {
  return (text) => {
    // All ids have the same form behind their prefix.
    requireId(prefix, parseId<StoreId>(prefix as 'sto', text))
    return text
  }
}

export function requireId<T>(prefix: string, id: T | undefined): T {
  if (id !== undefined) return id
  throw new InvalidArgumentError(`It must look like ${prefix}_01h455vb4pex5vsknk084sn02q.`)
}

/** A product id, with a variant and a quantity if needed. */
export function parseItem(text: string): { productId: string; variantId?: string; quantity: number } {
  const [what = '', quantity = '1', ...rest] = text.split(':')
  const [id = '', variantId, ...more] = what.split('/')
  if (rest.length > 0 || more.length > 0 || !/^\d{1,4}$/.test(quantity)) {
    throw new InvalidArgumentError(
      'Give a product id such as prd_…, prd_…:3 for three of it, or prd_…/var_… for a variant.',
    )
  }
  return {
    productId: parseIdOf('prd')(id),
    ...(variantId !== undefined && { variantId: parseIdOf('var')(variantId) }),
    quantity: Number(quantity),
  }
}

/** `color=red`: a value that a product asks the buyer for. */
export function parseFieldValue(text: string): [name: string, value: string] {
  const [, name, value] = /^([a-z][a-z0-9_]*)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Give the name of a field of the product and its value, such as color=red.')
  return [name, value]
}

/** A UTC time, as the API takes it. */
export function parseTime(text: string): string {
  const date = new Date(text)
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text) || Number.isNaN(date.getTime())) {
    throw new InvalidArgumentError('Give a time in UTC such as 2027-01-31T00:00:00Z, or a date such as 2027-01-31.')
  }
  return date.toISOString()
}

/** A duration in seconds. */
export function parseSeconds(text: string): number {
  try {
    return parseDuration(text)
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : 'It is not a duration.')
  }
}

/** For options that take `none` besides a number. Null cannot be returned here: Commander replaces it. */
export function orNone<T>(parse: (text: string) => T): (text: string) => T | 'none' {
  return (text) => (text === 'none' ? text : parse(text))
}

export function parseCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number.')
}

/** How many items of a list to show. */
export function parseLimit(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number from 1 to 99999.')
}

/** For options that can be repeated. */
export function collect<T>(parse: (text: string) => T): (text: string, before: T[] | undefined) => T[] {
  return (text, before) => [...(before ?? []), parse(text)]
}
