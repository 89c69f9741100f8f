import { readFileSync } from 'node:fs'

const listed = JSON.parse(readFileSync(new URL('hostile-names.json', import.meta.url), 'utf8')) as string[]

/** Whole names that are known to cause harm. Long ones are here, all others in the JSON file. */
export const HOSTILE_NAMES: readonly string[] = [
  ...listed,
  ...[16, 17, 128, 129, 600, 1_500].map((length) => 'a'.repeat(length)),
  'é'.repeat(128),
  '字'.repeat(128),
  `${'a'.repeat(490)};quit`,
  `${'a'.repeat(1_010)}\nquit`,
]

const SIGNS = '; " \' \\ \\" \\\\ \\\\" # // /* */ $ % & | ` ^ ~ @ * { } [ ] ( ) < > , . : = ? ! + - _ /'.split(' ')
const BREAKS = '\n\r\t\0\v\f\u001b\u007f\u0085\u00a0\u2028\u2029\u200b\u3000'.split('')
const WORDS = [
  ' ',
  '  ',
  ' ;',
  '; ',
  '" "',
  '";"',
  ';quit',
  '\nquit',
  '" ;quit;"',
  '{userId}',
  '$&',
  '%s',
  '&qute;',
  'all',
]
const LETTERS = [...'＂；＠’“﹔\u037e\ue000\ue2ff\ud800\udffféß字ё'.split(''), '\ud83d\ude00']

/** Parts that are dangerous at any place in a name. */
export const HOSTILE_PARTS: readonly string[] = [...SIGNS, ...BREAKS, ...WORDS, ...LETTERS]
