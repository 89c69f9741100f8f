import { expect, test } from 'vitest'
import { readMinecraftLine } from './read-minecraft.ts'
import { readOpenttdLine } from './read-openttd.ts'
import { readQuake3Line } from './read-quake3.ts'
import { readRustLine } from './read-rust.ts'
import { readTeeworldsLine } from './read-teeworlds.ts'
import { OTHERS } from './reader.ts'

const { raw } = String

test.each([
  ['Teeworlds splits at `;`', readTeeworldsLine, 'say a;quit', [['say', 'a'], ['quit']]],
  ['Teeworlds ends at `#`', readTeeworldsLine, 'say "a;quit" # b', [['say', 'a;quit']]],
  ['Teeworlds reads an escaped quote', readTeeworldsLine, raw`say "a\"b"`, [['say', 'a"b']]],
  ['Teeworlds reads backslashes in two passes', readTeeworldsLine, raw`say "a\\" ;quit`, [['say', 'a\\', ';quit']]],
  ['Quake 3 has no escape for quotes', readQuake3Line, raw`say "a\" b"`, [['say', 'a\\', 'b', '']]],
  ['a comment ends a word of Quake 3', readQuake3Line, 'say a//b', [['say', 'a']]],
  ['Quake 3 splits at `;`', readQuake3Line, 'say a;quit', [['say', 'a'], ['quit']]],
  ['OpenTTD reads quotes', readOpenttdLine, 'say "a b" c', [['say', 'a b', 'c']]],
  [
    'an OpenTTD alias reads quotes a second time',
    readOpenttdLine,
    raw`say "a\" b"`,
    [
      ['say', 'a" b'],
      ['say', 'a', 'b'],
    ],
  ],
  ['Rust turns `&qute;` into a quote', readRustLine, 'say &qute;a', [['say', '"a']]],
  ['Rust keeps single quotes', readRustLine, `say 'a b' c`, [['say', `'a b'`, 'c']]],
  ['a Minecraft selector is not a name', readMinecraftLine, 'give @a x', [['give', OTHERS, 'x']]],
])('%s', (_title, read, line, words) => {
  expect(read(line)).toEqual(words)
})
