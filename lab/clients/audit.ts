import type { EmulatedGame } from '../../e2e/emulators/emulated-game.ts'

export type Sale = { player: string; deliveryId: string; command: string; units: number }

export type PlayedScenario = {
  client: { name: string }
  scenario: string
  game: Pick<EmulatedGame, 'ledger' | 'isOnline'>
  sales: readonly Sale[]
}

type Kind = 'doubled' | 'wrongPlayer' | 'starved'
export type Finding = { kind: Kind; client: string; scenario: string; text: string }

/** Compares what ran in the game with what was sold. */
export function audit(played: PlayedScenario): Finding[] {
  const { client, scenario, game, sales } = played
  const find = (kind: Kind, text: string): Finding => ({ kind, client: client.name, scenario, text })
  return [
    ...sales.flatMap((sale) => {
      const runs = countRuns(played, sale)
      if (runs > sale.units) return [find('doubled', `${sale.units} for ${sale.player} ran ${runs} times`)]
      return isDue(played, sale) ? [find('starved', `a delivery for ${sale.player} did not run`)] : []
    }),
    ...game.ledger
      .filter((run) => !isForBuyer(run, sales))
      .map(({ line, gameUserId }) => find('wrongPlayer', `"${line}" ran for ${gameUserId}, who did not buy it`)),
  ]
}

/** The player is online and waits for the purchase. */
export function isDue(played: PlayedScenario, sale: Sale): boolean {
  return played.game.isOnline(sale.player) && countRuns(played, sale) < sale.units
}

function countRuns({ game }: PlayedScenario, { deliveryId }: Sale): number {
  return game.ledger.filter((run) => run.deliveryId === deliveryId).length
}

function isForBuyer({ deliveryId, gameUserId, line }: EmulatedGame['ledger'][number], sales: readonly Sale[]): boolean {
  const { player, command = '' } = sales.find((sale) => sale.deliveryId === deliveryId) ?? {}
  const expected = command.trim().replaceAll('{userId}', () => gameUserId)
  return player === gameUserId && (line === expected || !command.includes('{userId}'))
}
