import { expect, test } from 'vitest'
import { findMutants } from './find-mutants.ts'
import { FILES_WITH_HARMLESS_FILTERS, findHarmless } from './harmless-filters.ts'
import { readSourceFiles } from './source-files.ts'

test('every filter that may be removed without harm is in the code', () => {
  const sources = readSourceFiles()
  const mutants = findMutants(sources)
  for (const file of FILES_WITH_HARMLESS_FILTERS) {
    const filters = mutants.filter((mutant) => mutant.file === file && mutant.kind !== 'check')
    const unused = findHarmless(file, sources.texts.get(file) ?? '').filter(
      ({ start, end }) => !filters.some(({ offset }) => start <= offset && offset < end),
    )
    expect(unused, file).toEqual([])
  }
})
