const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const STEAM_ID = /^(STEAM_|\[U:)/

/** Some consoles list a player twice: by name and UUID, or by both forms of a SteamID. */
export function countPlayers(ids: Iterable<string>): number {
  const all = [...ids]
  const steamIds = all.filter((id) => STEAM_ID.test(id))
  const names = steamIds.length > 0 ? steamIds : all.filter((id) => !UUID.test(id))
  return names.length > 0 ? names.length : all.length
}
