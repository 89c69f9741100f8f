import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AGENT_MUTANTS } from './agent/agent-mutants.ts'
import { CALLBACK_MUTANTS } from './money/callback-mutants.ts'
import { SETTLEMENT_MUTANTS } from './money/settlement-mutants.ts'
import type { Mutant } from './mutant.ts'
import { MUTANTS } from './mutants.ts'

const LISTS: [folder: string, mutants: Mutant[]][] = [
  ['server', [...MUTANTS, ...CALLBACK_MUTANTS, ...SETTLEMENT_MUTANTS]],
  ['agent', AGENT_MUTANTS],
]

test('every planted bug still finds the place where it is planted', () => {
  const lost = LISTS.flatMap(([folder, mutants]) => mutants.flatMap((mutant) => placesLost(folder, mutant)))
  expect(lost).toEqual([])
  expect(LISTS.flatMap(([, mutants]) => mutants).length).toBeGreaterThan(30)
})

/** Edits of one file build on each other, as they do when they are planted. */
function placesLost(folder: string, { name, edits }: Mutant): string[] {
  const texts = new Map<string, string>()
  return edits.flatMap(({ file, find, replace }) => {
    const text = texts.get(file) ?? readFileSync(new URL(`../../${folder}/${file}`, import.meta.url), 'utf8')
    texts.set(
      file,
      text.replace(find, () => replace),
    )
    return text.includes(find) ? [] : [`${name}: ${file}`]
  })
}
