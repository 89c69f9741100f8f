import { expect, test } from 'vitest'
import { createConsolePace } from './console-pace.ts'
import { quake3Rcon } from './quake3-rcon.ts'
import { describeDialect } from './test/dialect-suite.ts'
import { startQuake3Game } from './test/quake3-game.ts'
import { PASSWORD } from './test/test-game.ts'

describeDialect('Quake 3', {
  open: quake3Rcon({ burst: 1_000, periodMs: 1, gapMs: 0 }),
  start: startQuake3Game,
  mostBytes: 1_000 - PASSWORD.length,
  online: ['Steve', 'Sarge'],
})

test('what comes faster than the game allows waits here, where it is certain that it did not run', async () => {
  const keepPace = createConsolePace({ burst: 3, periodMs: 200, gapMs: 0 })
  const open = new AbortController()
  const began = performance.now()
  for (let i = 0; i < 3; i++) await keepPace(open.signal)
  expect(performance.now() - began).toBeLessThan(150)
  await keepPace(open.signal)
  expect(performance.now() - began).toBeGreaterThan(150)
  const waiting = keepPace(open.signal)
  open.abort()
  await expect(waiting).rejects.toMatchObject({ mayHaveRun: false })
})
