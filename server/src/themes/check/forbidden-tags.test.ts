import { expect, test } from 'vitest'
import { findForbiddenTag } from './forbidden-tags.ts'

test.each([
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<meta name=">" HTTP-EQUIV=\'refresh\'>',
  '<meta/content="0"/http-equiv=refresh>',
  '<meta a=b="c d=">" http-equiv=refresh>',
  '<!-- <meta a=" --> <meta http-equiv=refresh>',
  `<meta content="> ${'x'.repeat(3_000)}" http-equiv=refresh>`,
  '<link rel="x PreConnect" href="https://evil.example">',
  '<link rel="pre&#99;onnect" href="https://evil.example">',
  '<link rel=icon title="1>" rel=dns-prefetch>',
  '<IFRAME src="https://evil.example">',
])('%.60s is found', (html) => {
  expect(findForbiddenTag(html)).toMatch(/http-equiv|preconnect|Shorten|frames/)
})

test.each([
  '<meta name="viewport" content="width=device-width"> <p>http-equiv</p>',
  '<link rel="stylesheet" href="/assets/theme.css"> preconnect',
  '<metadata http-equiv="refresh">',
  '<p>&lt;meta http-equiv="refresh"></p>',
])('%s is an ordinary page', (html) => {
  expect(findForbiddenTag(html)).toBeUndefined()
})
