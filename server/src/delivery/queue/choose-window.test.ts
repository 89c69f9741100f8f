import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseWindow, type Waiting } from './choose-window.ts'

const LIMITS = { elements: 10, bytes: 1_000 }

function queue(count: number, change: (position: number) => Partial<Waiting> = () => ({})): Waiting[] {
  return Array.from({ length: count }, (_, i) => ({
    position: i + 1,
    player: `p${i + 1}`,
    bytes: 10,
    offered: true,
    takesBack: false,
    ...change(i + 1),
  }))
}

/** Polls as often as asked, marking what was handed out as offered. */
function poll(waiting: Waiting[], times: number): { seen: Set<number>; answers: number[][] } {
  let cursor = 0
  const answers: number[][] = []
  for (let i = 0; i < times; i++) {
    const window = chooseWindow(waiting, cursor, LIMITS)
    cursor = window.cursor
    answers.push(window.positions)
    for (const element of waiting) if (window.positions.includes(element.position)) element.offered = true
  }
  return { seen: new Set(answers.flat()), answers }
}

const anyQueue = fc
  .array(
    fc.record({
      player: fc.integer({ min: 0, max: 30 }),
      offered: fc.boolean(),
      takesBack: fc.boolean(),
      bytes: fc.integer({ min: 1, max: 200 }),
    }),
    {
      maxLength: 80,
    },
  )
  .map((list) => list.map((element, i) => ({ ...element, position: i + 1, player: `p${element.player}` })))

test('no answer is longer than the window, in elements or bytes', () => {
  fc.assert(
    fc.property(anyQueue, fc.integer({ min: 0, max: 80 }), (waiting, cursor) => {
      const { positions } = chooseWindow(waiting, cursor, LIMITS)
      expect(positions.length).toBeLessThanOrEqual(LIMITS.elements)
      const bytes = waiting
        .filter((element) => positions.includes(element.position))
        .reduce((sum, element) => sum + element.bytes, 0)
      expect(bytes).toBeLessThanOrEqual(LIMITS.bytes)
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
    }),
  )
})

test('something waits, so something is handed out', () => {
  fc.assert(
    fc.property(anyQueue, fc.integer({ min: 0, max: 80 }), (waiting, cursor) => {
      expect(chooseWindow(waiting, cursor, LIMITS).positions.length > 0).toBe(waiting.length > 0)
    }),
  )
})

test.each([
  ['waiting for long', true],
  ['never offered', false],
])('every element of a long queue comes by within ⌈n / window⌉ polls when %s', (_, offered) => {
  fc.assert(
    fc.property(fc.integer({ min: 11, max: 95 }), fc.integer({ min: 1, max: 40 }), (count, players) => {
      const waiting = queue(count, (position) => ({ offered, player: `p${position % players}` }))
      expect(poll(waiting, Math.ceil(count / LIMITS.elements)).seen.size).toBe(count)
    }),
  )
})

test('a new buyer behind a backlog that nobody has seen is served at the next poll', () => {
  const { answers } = poll(
    queue(50, () => ({ offered: false })),
    1,
  )
  expect(answers[0]).toContain(50)
  expect(answers[0]).toContain(1)
})

test('a new buyer behind offline players is served at the next poll', () => {
  const { answers } = poll(
    queue(51, (position) => ({ offered: position <= 50 })),
    1,
  )
  expect(answers[0]).toContain(51)
})

test('a player is never offered a later element before an earlier one', () => {
  fc.assert(
    fc.property(anyQueue, (waiting) => {
      const fresh = waiting.map((element) => ({ ...element, offered: false }))
      const first = new Map<number, number>()
      poll(fresh, 20).answers.forEach((answer, turn) =>
        answer.forEach((position) => first.has(position) || first.set(position, turn)),
      )
      for (const later of fresh) {
        for (const earlier of fresh) {
          if (earlier.player !== later.player || earlier.position >= later.position || !first.has(later.position))
            continue
          expect(first.get(earlier.position)).toBeLessThanOrEqual(first.get(later.position) ?? -1)
        }
      }
    }),
  )
})

test('what takes back never comes without everything that waits for the player before it', () => {
  fc.assert(
    fc.property(anyQueue, fc.integer({ min: 0, max: 80 }), (waiting, cursor) => {
      const { positions } = chooseWindow(waiting, cursor, LIMITS)
      for (const taking of waiting.filter((element) => element.takesBack && positions.includes(element.position))) {
        const before = waiting.filter(
          (element) => element.player === taking.player && element.position < taking.position,
        )
        for (const element of before) expect(positions).toContain(element.position)
      }
    }),
  )
})
