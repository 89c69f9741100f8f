export type Fields = Record<string, unknown>
/** Notes what is wrong with a setting, and what it should be. */
export type Tell = (fault: string) => void

export function unknownNames(fields: Fields, known: string[]): string[] {
  return Object.keys(fields).filter((name) => !known.includes(name))
}

export function readPort(value: unknown, name: string, tell: Tell): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536) return value
  tell(`${name} has to be a number from 1 to 65535`)
  return undefined
}

export function readText(value: unknown, name: string, tell: Tell): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value
  tell(`${name} has to be a text that is not empty`)
  return undefined
}
