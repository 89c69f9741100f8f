import { expect, test } from 'vitest'
import { findMissing } from './find-missing.ts'
import type { GameTrial } from './game-trial.ts'

const trial = (needs: GameTrial['needs']): GameTrial => ({
  name: 'toy',
  needs,
  open: () => Promise.reject(new Error('not started here')),
})

test('missing packages are returned as commands that install them', async () => {
  const trials = [trial({ debian: ['no-such-game', 'dpkg'] }), trial({ debian: [], npm: 'no-such-folder' })]
  expect((await findMissing(trials)).map((command) => command.join(' '))).toEqual([
    'apt-get install -y --no-install-recommends no-such-game',
    'npm ci --no-audit --no-fund --prefix e2e/games/no-such-folder',
  ])
})

test('no command is returned if all packages are installed', async () => {
  expect(await findMissing([trial({ debian: ['dpkg'] })])).toEqual([])
})
