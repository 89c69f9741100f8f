import { suggest } from './suggest.ts'

export type Fields = Record<string, unknown>
/** Adds a problem of the configuration: which setting is wrong, and what it must be. */
export type AddProblem = (problem: string) => void

type NameCheck = { addProblem: AddProblem; dialect?: string }

/** Reports settings that do not exist. With a dialect, the fields are the settings of its console. */
export function checkNames(fields: Fields, known: string[], { addProblem, dialect }: NameCheck): void {
  const unknownNames = Object.keys(fields).filter((name) => !known.includes(name))
  for (const name of unknownNames) {
    const setting =
      dialect === undefined ? `${name} is not a setting` : `console.${name} is not a setting of ${dialect}`
    addProblem(`${setting}.${suggest(name, known)}`)
  }
}

export function readPort(value: unknown, name: string, addProblem: AddProblem): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536) return value
  addProblem(`${name} must be a number from 1 to 65535`)
  return undefined
}

export function readText(value: unknown, name: string, addProblem: AddProblem): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value
  addProblem(`${name} must be a text that is not empty`)
  return undefined
}
