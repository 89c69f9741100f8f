import type { DeliveryType, EmulatedGame } from '../../e2e/emulators/emulated-game.ts'

/** `revokedAt` is when the API confirmed the refund or showed the expiry. */
export type Sale = { player: string; deliveryId: string; command: string; units: number; revokedAt?: number }

export type PlayedScenario = {
  client: { name: string; deliveryTypes: readonly DeliveryType[] }
  scenario: string
  game: Pick<EmulatedGame, 'ledger' | 'isOnline'>
  sales: readonly Sale[]
  /** Why the client itself runs deliveries again, and at most how often. */
  excuse: { reason: string; runs: number }
}

type Kind = 'doubled' | 'doubledByClient' | 'wrongPlayer' | 'afterRefund' | 'starved'
export type Finding = { kind: Kind; client: string; scenario: string; runs: number; text: string }

/** Compares what ran in the game with what was sold, refunded and expired. */
export function audit(played: PlayedScenario): Finding[] {
  const { client, scenario, game, sales, excuse } = played
  const find = (kind: Kind, text: string, runs = 1): Finding => ({ kind, client: client.name, scenario, runs, text })
  const states = sales.map((sale) => ({ ...sale, ...readState(played, sale) }))
  const doubled = states
    .filter(({ runs, units }) => runs > units)
    .map(({ player, runs, units }) => find('doubled', `${units} for ${player} ran ${runs} times`, runs - units))
  const total = doubled.reduce((sum, { runs }) => sum + runs, 0)
  const isExcused = total > 0 && total <= excuse.runs
  const strays = game.ledger.filter((run) => !isForBuyer(run, sales))
  return [
    ...(isExcused ? [find('doubledByClient', excuse.reason, total)] : doubled),
    ...strays.map(({ line, gameUserId }) => find('wrongPlayer', `"${line}" ran for ${gameUserId}, who did not buy it`)),
    ...states.flatMap(({ player, isLate, isDue }) => {
      if (isLate) return [find('afterRefund', `${player} got a purchase after its refund or expiry`)]
      return isDue ? [find('starved', `a delivery for ${player} did not run`)] : []
    }),
  ]
}

/**
 * Due: the player is online and waits for the purchase, or for the revocation of what ran. Late: the purchase ran after its
 * refund or expiry, which interface 1.0 allows if the client runs the REFUND or EXPIRE behind it.
 */
export function readState({ game, client }: PlayedScenario, { player, deliveryId, units, revokedAt }: Sale) {
  const ran = game.ledger.filter((run) => run.deliveryId === deliveryId)
  const runs = ran.length
  if (revokedAt === undefined) return { runs, isLate: false, isDue: game.isOnline(player) && runs < units }
  const later = game.ledger.slice(game.ledger.findLastIndex((run) => run.deliveryId === deliveryId) + 1)
  const isKept = runs > 0 && !later.some((run) => run.gameUserId === player && run.deliveryType !== 'APPROVE')
  const isLate = isKept && ran.some(({ at }) => at.getTime() > revokedAt)
  return { runs, isLate, isDue: isKept && client.deliveryTypes.length > 1 }
}

function isForBuyer(run: EmulatedGame['ledger'][number], sales: readonly Sale[]): boolean {
  const { deliveryId, deliveryType, gameUserId, line } = run
  if (deliveryType !== 'APPROVE') return sales.some(({ player, revokedAt }) => player === gameUserId && revokedAt)
  const { player, command = '' } = sales.find((sale) => sale.deliveryId === deliveryId) ?? {}
  const expected = command.trim().replaceAll('{userId}', () => gameUserId)
  return player === gameUserId && (line === expected || !command.includes('{userId}'))
}
