/** Reads JSON whose form another platform decides. What is missing or has another type is empty. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** A list, also if it is in the field `data` of an object. */
export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  const { data } = fieldsOf(value)
  return Array.isArray(data) ? data : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

export function numberOf(value: unknown): number {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0
  return Number.isFinite(number) ? number : 0
}

export function dateOf(value: unknown): Date | null {
  // Some platforms send seconds since 1970.
  const date = typeof value === 'number' ? new Date(value * 1000) : new Date(textOf(value))
  const isUsable = date >= new Date('2000-01-01') && date <= new Date('9999-12-31')
  return isUsable ? new Date(Math.floor(date.getTime() / 1000) * 1000) : null
}

export function toPosition(value: unknown): number {
  return Math.min(Math.max(Math.trunc(numberOf(value)), 0), 1_000_000)
}
