import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { applyEdit, type Mutant, readMarkers } from './mutant.ts'
import { PROJECT_ROOT } from '../run-command.ts'

test('every mutant finds its markers and is valid TypeScript', async () => {
  const mutants = await loadMutants()
  expect(mutants.length).toBeGreaterThan(40)
  expect(mutants.flatMap(findProblems)).toEqual([])
})

test('every marker in the code is used by a mutant', async () => {
  const used = new Set(
    (await loadMutants()).flatMap(({ edits }) => edits.map(({ file, marker }) => `${file} ${marker}`)),
  )
  const unused: string[] = []
  for await (const file of glob('{server,agent}/{src,migrations}/**/*.{ts,sql}', { cwd: PROJECT_ROOT })) {
    for (const marker of readMarkers(readFileSync(`${PROJECT_ROOT}${file}`, 'utf8'))) {
      if (!used.has(`${file} ${marker}`)) unused.push(`${file} ${marker}`)
    }
  }
  expect(unused).toEqual([])
})

/** Mutants are the arrays that files named `mutants.ts` or `…-mutants.ts` export. */
async function loadMutants(): Promise<Mutant[]> {
  const mutants: Mutant[] = []
  for await (const file of glob('e2e/**/{,*-}mutants.ts', { cwd: PROJECT_ROOT })) {
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
