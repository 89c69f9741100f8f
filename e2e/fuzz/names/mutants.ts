import type { Fill } from './judge-name.ts'

/** Careless ways to fill a command. Each of them accepts hostile names in every dialect. */
export const MUTANTS: Record<string, Fill> = {
  bare: (template, { userId }) => template.replaceAll('{userId}', () => userId),
  quoted: (template, { userId }) => template.replaceAll(/"?\{userId\}"?/g, () => `"${userId}"`),
  'no-blanks': (template, { userId }) => template.replaceAll('{userId}', () => userId.replaceAll(/\s/g, '')),
}
