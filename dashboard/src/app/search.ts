/** A part of an address: any text, a day such as `2026-11-15`, or one of some words. */
type Kind = 'text' | 'day' | readonly string[]
type ValueOf<K extends Kind> = K extends readonly (infer Word)[] ? Word : string

/** The filters of a list in its address, and the cursor of its page. */
export type SearchOf<Shape extends Record<string, Kind>> = { [Name in keyof Shape]?: ValueOf<Shape[Name]> } & {
  cursor?: string
}

const MAX_LENGTH = 300

/** For `validateSearch` of a route with a list. What is not valid is left out. */
export function searchOf<const Shape extends Record<string, Kind>>(shape: Shape) {
  const kinds = Object.entries({ ...shape, cursor: 'text' } as Record<string, Kind>)
  return (search: Record<string, unknown>): SearchOf<Shape> => {
    const valid = kinds.filter(([name, kind]) => isValid(search[name], kind))
    return Object.fromEntries(valid.map(([name]) => [name, search[name]])) as SearchOf<Shape>
  }
}

function isValid(value: unknown, kind: Kind): boolean {
  if (typeof value !== 'string' || value === '' || value.length > MAX_LENGTH) return false
  if (kind === 'text') return true
  return kind === 'day' ? isDay(value) : kind.includes(value)
}

function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
}

/** The days `from` and `to` of an address as times in the zone of the person. The last day is included. */
export function timesOf({ from, to }: { from?: string; to?: string }): { from?: string; to?: string } {
  return {
    ...(from !== undefined && { from: startOf(from, 0) }),
    ...(to !== undefined && { to: startOf(to, 1) }),
  }
}

function startOf(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}

/** Every value in an address is text: `?player=42` is not the number 42. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined) as [string, string][]
  const text = new URLSearchParams(entries).toString()
  return text === '' ? '' : `?${text}`
}
