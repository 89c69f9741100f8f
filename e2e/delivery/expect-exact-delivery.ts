import { expect } from 'vitest'
import { expectedRuns, type GameLine, type Run } from './expected-runs.ts'
import type { Shop } from './open-shop.ts'

/**
 * Both games of a shop hold exactly what follows from its book, `times` over where the client cannot do better;
 * what the client does not act on waits in the queue for the owner, and nothing else does.
 */
export async function expectExactDelivery(
  { client, servers, happenings, waiting }: Shop,
  times: (run: Run) => number = () => 1,
): Promise<void> {
  const due = expectedRuns(happenings)
  for (const server of ['first', 'second'] as const) {
    const here = due.filter((run) => run.server === server)
    const done = here.filter((run) => client.acts.includes(run.deliveryType))
    const left = here.filter((run) => !client.acts.includes(run.deliveryType))
    const ran = servers[server].game.ledger.map(({ gameUserId, ...run }) => ({ player: gameUserId, ...run }))

    const expected = done.flatMap((run) => Array<Run>(times(run)).fill(run))
    expect(sorted(ran), `what ran on the ${server} server`).toEqual(sorted(expected))
    expect(sorted(await waiting(server)), `what waits for the ${server} server`).toEqual(sorted(left))
  }
}

function sorted(lines: GameLine[]): string[] {
  return lines.map(({ player, deliveryType, line }) => `${player}: ${deliveryType} ${line}`).sort()
}
