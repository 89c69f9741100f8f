import { AppError } from '../../errors.ts'

const FIRST = new Date('2000-01-01T00:00:00.000Z')
/** The last moment that can be written with four digits for the year. Who bought more than that has it for ever. */
const LAST = new Date('9999-12-31T23:59:59.999Z')

/** A moment as callers see it. */
export function moment(date: Date): string {
  return (date > LAST ? LAST : date).toISOString()
}

export function momentOrNull(date: Date | null): string | null {
  return date === null ? null : moment(date)
}

/** Undefined for a 31st of February, and for what no record can be from. */
export function realMoment(text: string): Date | undefined {
  const date = new Date(text)
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text.slice(0, 10)
  return isReal && date >= FIRST && date <= LAST ? date : undefined
}

/** The form was checked before. */
export function readMoment(text: string, field: string): Date {
  const date = realMoment(text)
  if (date) return date
  throw new AppError(
    'invalid_request',
    `${field} is not a moment between 2000 and 9999, like 2026-11-15T12:00:00.000Z`,
    {
      field,
    },
  )
}

/** Of a list: from this moment on, and up to that one. */
export function readRange({ from, to }: { from?: string; to?: string }): { from?: Date; to?: Date } {
  return {
    ...(from !== undefined && { from: readMoment(from, 'querystring/from') }),
    ...(to !== undefined && { to: readMoment(to, 'querystring/to') }),
  }
}
