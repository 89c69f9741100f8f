import { fillCommand, UnsafeUserIdError } from '@quartermaster/sdk'
import { ConsoleError } from '../../../agent/src/dialects/dialect.ts'
import { asBytes } from './readers/reader.ts'
import type { Subject } from './subjects.ts'

export type Fill = typeof fillCommand

/** Careless ways to fill a command. Each of them accepts hostile names in every dialect. */
export const MUTANTS: Record<string, Fill> = {
  bare: (template, { userId }) => template.replaceAll('{userId}', () => userId),
  quoted: (template, { userId }) => template.replaceAll(/"?\{userId\}"?/g, () => `"${userId}"`),
  'no-blanks': (template, { userId }) => template.replaceAll('{userId}', () => userId.replaceAll(/\s/g, '')),
}

export const NO_NAMES = { requests: 0, accepted: 0, refused: 0, exact: 0 }
export type Counts = typeof NO_NAMES

type Verdict = 'refused' | 'exact' | 'accepted'

/** A name without a meaning in any console. */
const ORDINARY = 'Zq7wXk'

/**
 * Fills the name into a command, encodes the command for the console, and reads it as the console does. `exact`: the
 * console reads the same words as with an ordinary name, with this name in its place. `accepted`: it reads anything else.
 */
export function createJudge(subject: Subject, fill: Fill = fillCommand) {
  const expected = new Map(subject.templates.map((template) => [template, readOrdinary(subject, template)]))
  return (template: string, name: string): Verdict => {
    const bytes = encode(subject, { template, name, fill })
    if (!bytes) return 'refused'
    const words = expected.get(template) ?? []
    const read = subject.read(bytes)
    const asRead = subject.readsBytes ? asBytes(name) : name
    const isExact =
      read.length === 1 &&
      read[0]?.length === words.length &&
      read[0].every((word, i) => word === words[i]?.replaceAll(ORDINARY, () => asRead))
    return isExact ? 'exact' : 'accepted'
  }
}

function readOrdinary(subject: Subject, template: string): string[] {
  const [words, ...more] = subject.read(subject.encode(template.replaceAll('{userId}', ORDINARY)))
  if (!words || more.length > 0) throw new Error(`${subject.name} reads ${template} as more than one command`)
  return words
}

function encode(subject: Subject, { template, name, fill }: { template: string; name: string; fill: Fill }) {
  try {
    return subject.encode(fill(template, { userId: name }, subject.game))
  } catch (error) {
    if (error instanceof UnsafeUserIdError || error instanceof ConsoleError) return undefined
    throw error
  }
}
