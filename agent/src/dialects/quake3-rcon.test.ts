import { expect, test } from 'vitest'
import { createConsoleRateLimiter } from './transports/console-rate-limiter.ts'
import { quake3Rcon } from './quake3-rcon.ts'
import { describeDialect } from './test/dialect-suite.ts'
import { startQuake3Game } from './test/quake3-game.ts'
import { PASSWORD } from './test/test-game.ts'

describeDialect('Quake 3', {
  open: quake3Rcon({ burst: 1_000, intervalMs: 1, minGapMs: 0 }),
  start: startQuake3Game,
  maxCommandBytes: 1_000 - PASSWORD.length,
  online: ['Steve', 'Sarge'],
})

test('commands above the rate limit of the game wait in the agent and have certainly not run', async () => {
  const waitBriefly = createConsoleRateLimiter({ burst: 1, intervalMs: 20, minGapMs: 0 })
  for (let i = 0; i < 3; i++) await waitBriefly(new AbortController().signal)
  const waitForSlot = createConsoleRateLimiter({ burst: 3, intervalMs: 3_600_000, minGapMs: 0 })
  const closing = new AbortController()
  for (let i = 0; i < 3; i++) await waitForSlot(closing.signal)
  const waiting = waitForSlot(closing.signal)
  closing.abort()
  await expect(waiting).rejects.toMatchObject({ mayHaveRun: false })
})
