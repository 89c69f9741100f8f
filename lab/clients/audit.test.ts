import { expect, test } from 'vitest'
import { createEmulatedGame } from '../../e2e/emulators/emulated-game.ts'
import { audit } from './audit.ts'

const SALE = { player: '42', deliveryId: 'cmd_1', command: 'addcoins {userId} 100', units: 1 }
const [EARLIER, LATER] = [{ revokedAt: Date.now() - 1_000 }, { revokedAt: Date.now() + 60_000 }]

/** `42 7` are two purchases that ran, the second for the player 7. `-42` is a refund of the player 42. */
test.each([
  ['a purchase that ran once', '42', {}, 0, []],
  ['three units', '42 42 42', { units: 3 }, 0, []],
  ['a purchase that ran again', '42 42', {}, 0, ['doubled']],
  ['a second run that the client is to blame for', '42 42', {}, 1, ['doubledByClient']],
  ['more runs than the client is to blame for', '42 42 42', {}, 1, ['doubled']],
  ['a purchase that ran for another player as well', '42 7', { units: 2 }, 0, ['wrongPlayer']],
  ['a line with another player', '42', { command: 'addcoins 7 {userId}' }, 0, ['wrongPlayer']],
  ['a refund of a player who bought nothing', '42 -7', {}, 0, ['wrongPlayer']],
  ['a purchase that ran after its refund', '42', EARLIER, 0, ['afterRefund']],
  ['a purchase that ran after its refund and was revoked', '42 -42', EARLIER, 0, []],
  ['a purchase that ran before its refund and is never revoked', '42', LATER, 0, ['starved']],
  ['a purchase that never ran', '', {}, 0, ['starved']],
  ['a purchase of a player who is offline', '', { player: '8' }, 0, []],
])('the audit judges %s', (_, runs, sale, excused, kinds) => {
  const game = createEmulatedGame({ online: ['42'] })
  for (const [sign, gameUserId = ''] of runs.matchAll(/-?(\d+)/g)) {
    const what = sign.startsWith('-') ? (['REFUND', 'cmd_2'] as const) : (['APPROVE', 'cmd_1'] as const)
    game.run({ gameUserId, line: `addcoins ${gameUserId} 100`, deliveryType: what[0], deliveryId: what[1] })
  }
  const findings = audit({
    client: { name: 'a client', deliveryTypes: ['APPROVE', 'REFUND'] },
    scenario: 'a scenario',
    game,
    sales: [{ ...SALE, ...sale }],
    excuse: { reason: 'a crash', runs: excused },
  })
  expect(findings.map(({ kind }) => kind)).toEqual(kinds)
})
