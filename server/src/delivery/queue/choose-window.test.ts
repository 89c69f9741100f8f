import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseWindow } from './choose-window.ts'

const LIMITS = { deliveries: 10, bytes: 1_000 }

type Queued = Parameters<typeof chooseWindow>[0][number]

function queue(count: number, change: (position: number) => Partial<Queued> = () => ({})): Queued[] {
  return Array.from({ length: count }, (_, i) => ({
    position: i + 1,
    game_user_id: `p${i + 1}`,
    bytes: 10,
    dispatched: true,
    delivery_type: 'APPROVE',
    ...change(i + 1),
  }))
}

function choosePositions(queued: Queued[], cursor: number): { positions: number[]; cursor: number } {
  const window = chooseWindow(queued, cursor, LIMITS)
  return { positions: window.deliveries.map(({ position }) => position), cursor: window.cursor }
}

/** Polls `times` times and marks the chosen deliveries as dispatched. */
function poll(queued: Queued[], times: number): { seen: Set<number>; responses: number[][] } {
  let cursor = 0
  const responses: number[][] = []
  for (let i = 0; i < times; i++) {
    const window = choosePositions(queued, cursor)
    cursor = window.cursor
    responses.push(window.positions)
    for (const delivery of queued) if (window.positions.includes(delivery.position)) delivery.dispatched = true
  }
  return { seen: new Set(responses.flat()), responses }
}

const anyQueue = fc
  .array(
    fc.record({
      player: fc.integer({ min: 0, max: 30 }),
      dispatched: fc.boolean(),
      delivery_type: fc.constantFrom('APPROVE' as const, 'REFUND' as const),
      bytes: fc.integer({ min: 1, max: 200 }),
    }),
    { maxLength: 80 },
  )
  .map((list) =>
    list.map(({ player, ...delivery }, i) => ({ ...delivery, position: i + 1, game_user_id: `p${player}` })),
  )

test('no response is longer than the window, in deliveries or bytes', () => {
  fc.assert(
    fc.property(anyQueue, fc.integer({ min: 0, max: 80 }), (queued, cursor) => {
      const { positions } = choosePositions(queued, cursor)
      expect(positions.length).toBeLessThanOrEqual(LIMITS.deliveries)
      const bytes = queued
        .filter((delivery) => positions.includes(delivery.position))
        .reduce((sum, delivery) => sum + delivery.bytes, 0)
      expect(bytes).toBeLessThanOrEqual(LIMITS.bytes)
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
    }),
  )
})

test('a queue that is not empty gives a response that is not empty', () => {
  fc.assert(
    fc.property(anyQueue, fc.integer({ min: 0, max: 80 }), (queued, cursor) => {
      expect(choosePositions(queued, cursor).positions.length > 0).toBe(queued.length > 0)
    }),
  )
})

test.each([
  ['were dispatched before', true],
  ['were never dispatched', false],
])('a long queue whose deliveries %s is dispatched completely within ⌈n / window⌉ polls', (_, dispatched) => {
  fc.assert(
    fc.property(fc.integer({ min: 11, max: 95 }), fc.integer({ min: 1, max: 40 }), (count, players) => {
      const queued = queue(count, (position) => ({ dispatched, game_user_id: `p${position % players}` }))
      expect(poll(queued, Math.ceil(count / LIMITS.deliveries)).seen.size).toBe(count)
    }),
  )
})

test('a new buyer behind a backlog that was never dispatched is in the next response', () => {
  const { responses } = poll(
    queue(50, () => ({ dispatched: false })),
    1,
  )
  expect(responses[0]).toContain(50)
  expect(responses[0]).toContain(1)
})

test('a new buyer behind deliveries for offline players is in the next response', () => {
  const { responses } = poll(
    queue(51, (position) => ({ dispatched: position <= 50 })),
    1,
  )
  expect(responses[0]).toContain(51)
})

test('no delivery of a player is dispatched before an earlier one of the same player', () => {
  fc.assert(
    fc.property(anyQueue, (queued) => {
      const fresh = queued.map((delivery) => ({ ...delivery, dispatched: false }))
      const first = new Map<number, number>()
      poll(fresh, 20).responses.forEach((response, turn) =>
        response.forEach((position) => first.has(position) || first.set(position, turn)),
      )
      for (const later of fresh) {
        for (const earlier of fresh) {
          const isSamePlayer = earlier.game_user_id === later.game_user_id
          if (!isSamePlayer || earlier.position >= later.position || !first.has(later.position)) continue
          expect(first.get(earlier.position)).toBeLessThanOrEqual(first.get(later.position) ?? -1)
        }
      }
    }),
  )
})

test('a refund is never dispatched without every earlier delivery of its player', () => {
  fc.assert(
    fc.property(anyQueue, fc.integer({ min: 0, max: 80 }), (queued, cursor) => {
      const { positions } = choosePositions(queued, cursor)
      const refunds = queued.filter((delivery) => delivery.delivery_type === 'REFUND')
      for (const refund of refunds.filter((delivery) => positions.includes(delivery.position))) {
        const before = queued.filter(
          (delivery) => delivery.game_user_id === refund.game_user_id && delivery.position < refund.position,
        )
        for (const delivery of before) expect(positions).toContain(delivery.position)
      }
    }),
  )
})
