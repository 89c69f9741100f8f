export type DeliveryType = 'APPROVE' | 'REFUND' | 'EXPIRE'

export type ConsoleCommand = {
  /** The player whom the command reached, which a client with loose id matching can get wrong. */
  gameUserId: string
  /** What the console saw; clients that pass the player separately write `name player args…`. */
  line: string
  deliveryType: DeliveryType
  elementId: string
}

type LedgerEntry = ConsoleCommand & { at: Date }

export type EmulatedGame = ReturnType<typeof createEmulatedGame>

type GameSettings = {
  online?: Iterable<string>
  /** Command names that the game has; a client's call of any other has no effect. */
  knows?: (name: string) => boolean
  now?: () => Date
}

/**
 * The game behind a client: who plays, and everything that was ever run.
 *
 * It outlives every restart of the client, so its ledger is the truth to compare
 * purchases with: a second run shows, however the client came to it.
 */
export function createEmulatedGame({ online = [], knows = () => true, now = () => new Date() }: GameSettings = {}) {
  const players = new Set(online)
  const ledger: LedgerEntry[] = []

  return {
    knows,
    ledger: ledger as readonly LedgerEntry[],
    join: (...gameUserIds: string[]) => gameUserIds.forEach((id) => players.add(id)),
    leave: (...gameUserIds: string[]) => gameUserIds.forEach((id) => players.delete(id)),
    isOnline: (gameUserId: string) => players.has(gameUserId),
    onlinePlayers: (): ReadonlySet<string> => players,

    /** False when the game does not know the command; nothing has happened then. */
    run(command: ConsoleCommand): boolean {
      const [name = ''] = command.line.split(/\s/, 1)
      if (!knows(name)) return false
      ledger.push({ ...command, at: now() })
      return true
    },

    /** The lines that reached one player, in the order they ran. */
    linesOf: (gameUserId: string) => ledger.filter((entry) => entry.gameUserId === gameUserId).map(({ line }) => line),

    /** Player to command line to count; maps, because a player may be called `__proto__`. */
    inventory() {
      const inventory = new Map<string, Map<string, number>>()
      for (const { gameUserId, line } of ledger) {
        const lines = inventory.get(gameUserId) ?? new Map<string, number>()
        inventory.set(gameUserId, lines.set(line, (lines.get(line) ?? 0) + 1))
      }
      return inventory
    },
  }
}
