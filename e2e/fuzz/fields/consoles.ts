import { asBytes } from '../names/readers/reader.ts'
import { type Subject, SUBJECTS } from '../names/subjects.ts'

/** A console: how a command reaches it, and how it reads the command. */
export type FieldSubject = Pick<Subject, 'name' | 'game' | 'read'> & {
  encode: (command: string) => Buffer
  /** A value as the console reads it. */
  asRead: (text: string) => string
  templates: readonly string[]
}

const WORDS = [
  'mark {userId} {field.a}',
  'mark {userId} {field.a} {field.b} 5',
  'mark {field.a} {userId} {field.a}',
  'mark {userId} x-{field.a} {field.b}',
] as const
/** For consoles where a text in quotes is always one word. */
const TEXTS = [
  ...WORDS,
  'mark {userId} "for {field.a} and {field.b}" 5',
  'mark "{field.a}" {field.b} {userId}',
] as const

export const FIELD_SUBJECTS: FieldSubject[] = SUBJECTS.map(({ name, game, encode, read, readsBytes, templates }) => ({
  name,
  game,
  encode,
  read,
  asRead: readsBytes ? asBytes : (text: string) => text,
  templates: templates.some((template) => template.includes('to {userId} now')) ? TEXTS : WORDS,
}))
