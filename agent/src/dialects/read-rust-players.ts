/** The 64-bit SteamIDs of who plays. */
export function readRustPlayers(answer: string): string[] {
  const players: unknown = JSON.parse(answer)
  if (!Array.isArray(players)) throw new Error('The list of players is not a list')
  return players.flatMap((player: { SteamID?: unknown } | null) => {
    const id = player?.SteamID
    return typeof id === 'string' ? [id] : []
  })
}
