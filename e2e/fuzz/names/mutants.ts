import type { Fill } from './judge-name.ts'

/** What others do, and we must not: each of them lets hostile names through in every dialect. */
export const MUTANTS: Record<string, Fill> = {
  bare: (template, { userId }) => template.replaceAll('{userId}', () => userId),
  quoted: (template, { userId }) => template.replaceAll(/"?\{userId\}"?/g, () => `"${userId}"`),
  'no-blanks': (template, { userId }) => template.replaceAll('{userId}', () => userId.replaceAll(/\s/g, '')),
}
