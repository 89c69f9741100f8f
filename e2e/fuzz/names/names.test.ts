import { describe, expect, test } from 'vitest'
import { MUTANTS } from './mutants.ts'
import { tryNames } from './names-profile.ts'
import { readMinecraft } from './readers/read-minecraft.ts'
import { readOpenttdLine } from './readers/read-openttd.ts'
import { readQuake3Line } from './readers/read-quake3.ts'
import { readRustLine } from './readers/read-rust.ts'
import { readTeeworldsLine } from './readers/read-teeworlds.ts'
import { OTHERS } from './readers/reader.ts'
import { SUBJECTS } from './subjects.ts'

const NAMES = 500

describe.each(SUBJECTS)('$name', (subject) => {
  test('a hostile name is one argument of one command, or is refused', () => {
    const faults: string[] = []
    const { accepted, exact, refused } = tryNames(subject, { names: NAMES, seed: 7, fill: undefined, faults })
    expect(faults).toEqual([])
    expect(accepted).toBe(0)
    expect(exact).toBeGreaterThan(20)
    expect(refused).toBeGreaterThan(20)
  })

  test.each(Object.entries(MUTANTS))('a careless way to fill commands is noticed: %s', (_name, fill) => {
    expect(tryNames(subject, { names: NAMES, seed: 7, fill, faults: [] }).accepted).toBeGreaterThan(20)
  })
})

describe('readers', () => {
  test('Teeworlds splits at `;`, ends at `#` and reads backslashes in two passes', () => {
    expect(readTeeworldsLine('say a;quit')).toEqual([['say', 'a'], ['quit']])
    expect(readTeeworldsLine('say "a;quit" # b')).toEqual([['say', 'a;quit']])
    expect(readTeeworldsLine(String.raw`say "a\"b"`)).toEqual([['say', 'a"b']])
    expect(readTeeworldsLine(String.raw`say "a\\" ;quit`)).toEqual([['say', 'a\\', ';quit']])
  })

  test('Quake 3 has no escape for quotes, and comments end words', () => {
    expect(readQuake3Line(String.raw`say "a\" b"`)).toEqual([['say', 'a\\', 'b', '']])
    expect(readQuake3Line('say a//b')).toEqual([['say', 'a']])
    expect(readQuake3Line('say a;quit')).toEqual([['say', 'a'], ['quit']])
  })

  test('an OpenTTD alias reads quotes a second time', () => {
    expect(readOpenttdLine('say "a b" c')).toEqual([['say', 'a b', 'c']])
    expect(readOpenttdLine(String.raw`say "a\" b"`)).toHaveLength(2)
  })

  test('Rust turns `&qute;` into a quote', () => {
    expect(readRustLine('say &qute;a')).toEqual([['say', '"a']])
    expect(readRustLine(`say 'a b' c`)).toEqual([['say', `'a b'`, 'c']])
  })

  test('a Minecraft selector is not a name', () => {
    const text = Buffer.from('give @a x')
    const packet = Buffer.alloc(text.length + 14)
    packet.writeInt32LE(text.length + 10, 0)
    packet.writeInt32LE(2, 8)
    text.copy(packet, 12)
    expect(readMinecraft(packet)).toEqual([['give', OTHERS, 'x']])
  })
})
