import { expect, test } from 'vitest'
import { matches } from '../src/search/palette/matches.ts'

test('a name is found by parts of its words, without accents and capitals', () => {
  expect(matches('Páginas da loja', 'LOJA pagi')).toBe(true)
  expect(matches('Páginas da loja', 'paginas x')).toBe(false)
  expect(matches('Orders', '')).toBe(true)
})
