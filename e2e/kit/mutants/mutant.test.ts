import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { applyEdit, type Mutant } from './mutant.ts'
import { PROJECT_ROOT } from '../run-command.ts'

test('every mutant finds its place in the code and is valid TypeScript', async () => {
  const mutants = await loadMutants()
  expect(mutants.length).toBeGreaterThan(40)
  expect(mutants.flatMap(findProblems)).toEqual([])
})

test.each([
  ['function is gone', { in: 'charge', at: 'const fee' }, 'pay.ts: charge is there 0 times, not once'],
  ['line is gone', { in: 'pay', at: 'const tip' }, 'pay.ts: pay: the line "const tip" is there 0 times, not once'],
  ['line is there twice', { at: 'const fee' }, 'pay.ts: the file: the line "const fee" is there 2 times, not once'],
])('a mutant whose %s is refused', (_, place, message) => {
  const code = 'function pay() {\n  const fee = 1\n}\n\nfunction payBack() {\n  const fee = 2\n}\n'
  expect(() => applyEdit(code, { file: 'pay.ts', ...place, replace: '' })).toThrow(message)
  expect(applyEdit(code, { file: 'pay.ts', in: 'payBack', at: 'const fee', replace: '' })).not.toContain('fee = 2')
})

test('the product does not mention mutants', async () => {
  const mentions: string[] = []
  for await (const file of glob('{server,agent,sdk,contract,dashboard}/src/**/*.{ts,tsx,sql}', { cwd: PROJECT_ROOT })) {
    if (readFileSync(`${PROJECT_ROOT}${file}`, 'utf8').includes('mutant')) mentions.push(file)
  }
  expect(mentions).toEqual([])
})

/** Mutants are the arrays that files named `mutants.ts` or `…-mutants.ts` export. */
async function loadMutants(): Promise<Mutant[]> {
  const mutants: Mutant[] = []
  for await (const file of glob('{e2e,lab}/**/{,*-}mutants.ts', { cwd: PROJECT_ROOT })) {
    const module = (await import(pathToFileURL(`${PROJECT_ROOT}${file}`).href)) as Record<string, unknown>
    for (const list of Object.values(module)) if (Array.isArray(list)) mutants.push(...(list as Mutant[]))
  }
  return mutants
}

/** Edits of the same file build on each other. */
function findProblems({ name, edits }: Mutant): string[] {
  const texts = new Map<string, string>()
  try {
    for (const edit of edits) {
      const text = texts.get(edit.file) ?? readFileSync(`${PROJECT_ROOT}${edit.file}`, 'utf8')
      texts.set(edit.file, applyEdit(text, edit))
    }
    for (const [file, text] of texts) if (file.endsWith('.ts')) stripTypeScriptTypes(text)
    return []
  } catch (error) {
    return [`${name}: ${String(error)}`]
  }
}
