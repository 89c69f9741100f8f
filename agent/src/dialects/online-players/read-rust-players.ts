/** Returns the 64-bit SteamIDs of the players. */
export function readRustPlayers(response: string): string[] {
  const players: unknown = JSON.parse(response)
  if (!Array.isArray(players)) throw new Error('The response to `playerlist` is not a JSON array')
  return players.flatMap((player: { SteamID?: unknown } | null) => {
    const id = player?.SteamID
    return typeof id === 'string' ? [id] : []
  })
}
