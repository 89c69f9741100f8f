import { ConsoleError } from '../dialect.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Lists the players by name and, if the server prints it, also by UUID, because purchases can use either. Servers
 * format the response differently, on one line or on several, but the names always follow a colon and are separated by
 * commas.
 */
export function createMinecraftPlayerList(): (run: (command: string) => Promise<string>) => Promise<string[]> {
  let command = 'list uuids'
  return async (run) => {
    const players = readMinecraftList(await run(command))
    const hasUuids = players.some((player) => UUID.test(player))
    if (command === 'list' || hasUuids) return players
    // Either no player is online, or `list` accepts no argument on this server. Plain `list` shows which.
    const response = await run('list')
    if (/^unknown/i.test(response)) {
      throw new ConsoleError('This server has no `list` command, so it cannot list its players', { mayHaveRun: false })
    }
    const playersByName = readMinecraftList(response)
    if (playersByName.length > 0) command = 'list'
    return playersByName
  }
}

export function readMinecraftList(response: string): string[] {
  const lines = response
    .replaceAll(/§./g, '')
    .replaceAll(/:\s*\n/g, ': ')
    .split('\n')
  return lines.flatMap((line) => {
    const colon = line.indexOf(':')
    return colon === -1
      ? []
      : line
          .slice(colon + 1)
          .split(',')
          .flatMap(readPlayer)
  })
}

function readPlayer(text: string): string[] {
  // Plugins put ranks and markers in square brackets before the name.
  const [name = '', inParentheses] = text
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .trim()
    .split(/\s+/)
  if (!/^[\w.*-]{1,32}$/.test(name)) return []
  if (inParentheses === undefined) return [name]
  const uuid = inParentheses.replaceAll(/[()]/g, '').toLowerCase()
  return UUID.test(uuid) ? [name, uuid] : []
}
