import { expect, test } from 'vitest'
import { findMissing } from './find-missing.ts'
import type { GameTrial } from './game-trial.ts'

const trial = (needs: GameTrial['needs']): GameTrial => ({
  name: 'toy',
  needs,
  play: () => Promise.reject(new Error('nobody plays here')),
})

test('what a game needs and the machine lacks is named with the line that installs it', async () => {
  const wanting = [trial({ debian: ['no-such-game', 'dpkg'] }), trial({ debian: [], npm: 'no-such-folder' })]
  expect((await findMissing(wanting)).map((command) => command.join(' '))).toEqual([
    'apt-get install -y --no-install-recommends no-such-game',
    'npm ci --no-audit --no-fund --prefix e2e/games/no-such-folder',
  ])
})

test('a machine that has everything lacks nothing', async () => {
  expect(await findMissing([trial({ debian: ['dpkg'] })])).toEqual([])
})
