import { expect, test } from 'vitest'
import { createEmulatedGame } from '../../e2e/emulators/emulated-game.ts'
import { audit } from './audit.ts'

const SALE = { player: '42', deliveryId: 'cmd_1', command: 'addcoins {userId} 100', units: 1 }

/** `42 7` are two purchases that ran, the second for the player 7. */
test.each([
  ['a purchase that ran once', '42', {}, []],
  ['three units', '42 42 42', { units: 3 }, []],
  ['a purchase that ran again', '42 42', {}, ['doubled']],
  ['a purchase that ran for another player as well', '42 7', { units: 2 }, ['wrongPlayer']],
  ['a line with another player', '42', { command: 'addcoins 7 {userId}' }, ['wrongPlayer']],
  ['a purchase that never ran', '', {}, ['starved']],
  ['a purchase of a player who is offline', '', { player: '8' }, []],
])('the audit judges %s', (_, runs, sale, kinds) => {
  const game = createEmulatedGame({ online: ['42'] })
  for (const gameUserId of runs.split(' ').filter(Boolean))
    game.run({ gameUserId, line: `addcoins ${gameUserId} 100`, deliveryType: 'APPROVE', deliveryId: 'cmd_1' })
  const findings = audit({ client: { name: 'a client' }, scenario: 'a scenario', game, sales: [{ ...SALE, ...sale }] })
  expect(findings.map(({ kind }) => kind)).toEqual(kinds)
})
