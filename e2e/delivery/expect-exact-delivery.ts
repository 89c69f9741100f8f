import type { ExpectStatic } from 'vitest'
import { type ExpectedCommand, type GameCommand, listExpectedCommands } from './expected-commands.ts'
import type { Shop } from './open-shop.ts'

/**
 * Both games have run exactly the expected commands, each as often as `countRuns` says. Deliveries of types that the
 * client does not support are still pending, and no others. Concurrent tests must pass their own `expect`.
 */
export async function expectExactDelivery(
  expect: ExpectStatic,
  { client, servers, events, readPending }: Shop,
  countRuns: (command: ExpectedCommand) => number = () => 1,
): Promise<void> {
  const commands = listExpectedCommands(events)
  for (const server of ['first', 'second'] as const) {
    const here = commands.filter((command) => command.server === server)
    const supported = here.filter(({ deliveryType }) => client.deliveryTypes.includes(deliveryType))
    const pending = here.filter((command) => !supported.includes(command))
    const ran = servers[server].game.ledger.map(({ gameUserId, ...run }) => ({ player: gameUserId, ...run }))

    const expected = supported.flatMap((command) => Array<ExpectedCommand>(countRuns(command)).fill(command))
    expect(sorted(ran), `commands that ran on the ${server} server`).toEqual(sorted(expected))
    expect(sorted(await readPending(server)), `pending commands of the ${server} server`).toEqual(sorted(pending))
  }
}

function sorted(commands: GameCommand[]): string[] {
  return commands.map(({ player, deliveryType, line }) => `${player}: ${deliveryType} ${line}`).sort()
}
