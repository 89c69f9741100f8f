import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { fillCommand } from '@quartermaster/sdk'
import { expect, test } from 'vitest'
import { HOSTILE_NAMES, hostileName } from './hostile-names.ts'
import { createRandom } from '../../kit/random.ts'

const SCRIPT = fileURLToPath(new URL('fill-with-mods.lua', import.meta.url))
const FOLDER = fileURLToPath(new URL('../../../integrations', import.meta.url))
const TEMPLATES = [
  'give {userId} bread',
  '{userId}',
  '/{userId} x',
  ' {userId}',
  '"a b" {userId}',
  'say hi;{userId} x',
  'x{userId} y',
]
const HARMFUL = ['-1', '-', '--help', 'all', 'ALL', 'me', 'Me', '.', ':x', '@a', '*']
const GENERATED = 5_000

type Case = { game: 'luanti' | 'fivem'; template: string; id: string }

/** The commands that the mods run, or undefined for those that they refuse. */
function fillWithMods(cases: Case[]): (string | undefined)[] {
  const hex = (text: string) => Buffer.from(text).toString('hex')
  const input = cases.map(({ game, template, id }) => `${game} ${hex(template)} ${hex(id)}\n`).join('')
  const { stdout, stderr, status } = spawnSync('lua5.4', [SCRIPT, FOLDER], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const lines = stdout.split('\n').slice(0, -1)
  expect(lines).toHaveLength(cases.length)
  return lines.map((line) => (line === '' ? undefined : Buffer.from(line, 'hex').toString()))
}

function fillWithSdk({ template, id, game }: Case): string | undefined {
  try {
    return fillCommand(template, { userId: id }, game).replace(/^\//, '')
  } catch {
    return undefined
  }
}

test.for(['luanti', 'fivem'] as const)('the mod for %s refuses every id and command that the SDK refuses', (game) => {
  const random = createRandom(1)
  const names = [...HOSTILE_NAMES, ...HARMFUL, ...Array.from({ length: GENERATED }, () => hostileName(random))]
  const cases = names.flatMap((id, i) =>
    (i < HOSTILE_NAMES.length + HARMFUL.length ? TEMPLATES : [TEMPLATES[0] ?? '']).map((template) => ({
      game,
      template,
      id,
    })),
  )
  const filled = fillWithMods(cases)
  const wrong = cases.filter((each, i) => filled[i] !== undefined && filled[i] !== fillWithSdk(each))
  expect(wrong).toEqual([])
  expect(filled.filter((command) => command !== undefined).length).toBeGreaterThan(300)
})

test('the mods accept ordinary ids, and commands without an id', () => {
  const cases: Case[] = [
    { game: 'luanti', template: '/give {userId} default:diamond', id: 'Ana_B-2' },
    { game: 'fivem', template: 'give {userId} 1', id: 'license:1a2b' },
    { game: 'fivem', template: 'say thanks', id: 'ä ;' },
  ]
  expect(fillWithMods(cases)).toEqual(['give Ana_B-2 default:diamond', 'give license:1a2b 1', 'say thanks'])
})
