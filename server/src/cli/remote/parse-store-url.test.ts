import { expect, test } from 'vitest'
import { parseStoreUrl } from './parse-store-url.ts'

test('an address without https is accepted only on this machine', () => {
  expect(parseStoreUrl('https://vale.example/')).toBe('https://vale.example')
  expect(parseStoreUrl('https://vale.example/store/')).toBe('https://vale.example/store')
  expect(parseStoreUrl('http://127.0.0.1:8080')).toBe('http://127.0.0.1:8080')
  expect(parseStoreUrl('http://[::1]:8080')).toBe('http://[::1]:8080')
  for (const wrong of [
    'http://vale.example',
    'http://127.0.0.1.vale.example',
    'ftp://vale.example',
    'vale.example',
    'https://ada:secret@vale.example',
    'https://vale.example?x=1',
    '',
  ]) {
    expect(() => parseStoreUrl(wrong), wrong).toThrow('Give an address such as https://store.example.')
  }
})
