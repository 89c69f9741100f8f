export type DeliveryType = 'APPROVE' | 'REFUND' | 'EXPIRE'

export type ConsoleCommand = {
  /** The player who got the command. A client that compares ids loosely can choose the wrong one. */
  gameUserId: string
  /** The line in the console. Clients that pass the player separately write `name player args…`. */
  line: string
  deliveryType: DeliveryType
  deliveryId: string
}

type LedgerEntry = ConsoleCommand & { at: Date }

/** A message or a box on the screen of a player. */
type ShownText = { gameUserId: string; text: string }

export type EmulatedGame = ReturnType<typeof createEmulatedGame>

type GameSettings = {
  online?: Iterable<string>
  /** Other command names have no effect. */
  knows?: (name: string) => boolean
  /** Whether this player has ever been in the game. */
  hasAccount?: (gameUserId: string) => boolean
}

/** The game of a client. It survives restarts of the client, so its ledger shows every command that ran twice. */
export function createEmulatedGame({ online = [], knows = () => true, hasAccount = () => true }: GameSettings = {}) {
  const players = new Set(online)
  const ledger: LedgerEntry[] = []
  const texts: ShownText[] = []

  return {
    knows,
    hasAccount,
    ledger: ledger as readonly LedgerEntry[],
    /** What players have seen, in order. */
    texts: texts as readonly ShownText[],
    join: (...gameUserIds: string[]) => gameUserIds.forEach((id) => players.add(id)),
    leave: (...gameUserIds: string[]) => gameUserIds.forEach((id) => players.delete(id)),
    isOnline: (gameUserId: string) => players.has(gameUserId),
    onlinePlayers: (): ReadonlySet<string> => players,

    /** Returns false if the game does not know the command. */
    run(command: ConsoleCommand): boolean {
      const [name = ''] = command.line.split(/\s/, 1)
      if (!knows(name)) return false
      ledger.push({ ...command, at: new Date() })
      return true
    },

    /** A player who is offline sees nothing. */
    show(shown: ShownText): void {
      if (players.has(shown.gameUserId)) texts.push(shown)
    },

    /** The lines for one player, in order. */
    linesOf: (gameUserId: string) => ledger.filter((entry) => entry.gameUserId === gameUserId).map(({ line }) => line),
  }
}
