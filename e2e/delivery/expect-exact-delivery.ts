import type { ExpectStatic } from 'vitest'
import { SERVER_NAMES, type ServerName } from './goods.ts'
import type { GameCommand, Shop, Sold } from './open-shop.ts'

export type ExpectedCommand = GameCommand & { server: ServerName; purchase: Sold }

/**
 * Both games have run exactly the commands that follow from the model, each as often as `countRuns` says. Deliveries of
 * types that the client does not support are still pending, as are purchases that are held, and no others. Concurrent tests must pass their own `expect`.
 */
export async function expectExactDelivery(
  expect: ExpectStatic,
  shop: Shop,
  countRuns: (command: ExpectedCommand) => number = () => 1,
): Promise<void> {
  const commands = listExpectedCommands(shop)
  for (const server of SERVER_NAMES) {
    const here = commands.filter((command) => command.server === server)
    const queue = await shop.readPending(server)
    const supported = here.filter(({ deliveryType }) => shop.client.deliveryTypes.includes(deliveryType))
    for (const { player, line } of queue.filter(({ isHeld }) => isHeld)) {
      supported.splice(
        supported.findIndex((command) => command.player === player && command.line === line),
        1,
      )
    }
    const pending = here.filter((command) => !supported.includes(command))
    const ran = shop.servers[server].game.ledger.map(({ gameUserId, ...run }) => ({ player: gameUserId, ...run }))

    const expected = supported.flatMap((command) => Array<ExpectedCommand>(countRuns(command)).fill(command))
    expect(sorted(ran), `commands that ran on the ${server} server`).toEqual(sorted(expected))
    expect(sorted(queue), `pending commands of the ${server} server`).toEqual(sorted(pending))
  }
}

const STAGES = { APPROVE: 'approve', REFUND: 'refund', EXPIRE: 'expire' } as const

/** Every command that must have run when the queue is empty. */
function listExpectedCommands({ model, sold }: Shop): ExpectedCommand[] {
  const deliveries = model.deliveries.filter(({ state }) => state !== 'cancelled')
  return deliveries.flatMap(({ type: deliveryType, checkout, lines, server: index }) => {
    const [purchase, server] = [sold[checkout], SERVER_NAMES[index]]
    if (!purchase || !server) throw new Error(`The shop has no purchase ${checkout} or no server ${index}`)
    const { player } = purchase
    return lines.flatMap((lineNo) => {
      const { good, quantity } = purchase.lines[lineNo - 1] ?? { quantity: 0 }
      // Each unit has its own EXPIRE.
      const units = deliveryType === 'EXPIRE' ? 1 : quantity
      const templates = Array.from({ length: units }, () => good?.[STAGES[deliveryType]] ?? []).flat()
      return templates.map((template) => {
        return { server, player, deliveryType, line: template.replace('{userId}', () => player), purchase }
      })
    })
  })
}

function sorted(commands: GameCommand[]): string[] {
  return commands.map(({ player, deliveryType, line }) => `${player}: ${deliveryType} ${line}`).sort()
}
