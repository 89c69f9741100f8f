import { AppError } from '../../errors.ts'

const EARLIEST = new Date('2000-01-01T00:00:00.000Z')
/** The latest time with a four-digit year. An entitlement that lasts longer is shown with this time. */
const LATEST = new Date('9999-12-31T23:59:59.999Z')

export function toTimestamp(date: Date): string {
  return (date > LATEST ? LATEST : date).toISOString()
}

export function toNullableTimestamp(date: Date | null): string | null {
  return date === null ? null : toTimestamp(date)
}

/** Undefined for dates that do not exist, such as 31 February, and for years outside of 2000 to 9999. */
export function parseTimestamp(text: string): Date | undefined {
  const date = new Date(text)
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text.slice(0, 10)
  return exists && date >= EARLIEST && date <= LATEST ? date : undefined
}

/** The pattern of the schema has been checked before. */
export function readTimestamp(text: string, field: string): Date {
  const date = parseTimestamp(text)
  if (date) return date
  const message = `${field} is not a valid time. Send a UTC time between 2000 and 9999, such as 2026-11-15T12:00:00.000Z.`
  throw new AppError('invalid_request', message, { field })
}

export function readTimeRange({ from, to }: { from?: string; to?: string }): { from?: Date; to?: Date } {
  return {
    ...(from !== undefined && { from: readTimestamp(from, 'querystring/from') }),
    ...(to !== undefined && { to: readTimestamp(to, 'querystring/to') }),
  }
}
