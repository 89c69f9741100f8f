import { ConsoleError } from './dialect.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Who is online, by name and, where the server tells it, by UUID as well: shops sell to either. Servers word the answer
 * differently, in one line or in several; names always stand behind a colon, separated by commas.
 */
export function createMinecraftList(): (run: (command: string) => Promise<string>) => Promise<string[]> {
  let command = 'list uuids'
  return async (run) => {
    const players = readMinecraftList(await run(command))
    const hasUuids = players.some((player) => UUID.test(player))
    if (command === 'list' || hasUuids) return players
    // Nobody is online, or this server's `list` takes no argument: the plain form tells which.
    const answer = await run('list')
    if (/^unknown/i.test(answer)) throw new ConsoleError('This server has no list of players', { mayHaveRun: false })
    const plain = readMinecraftList(answer)
    if (plain.length > 0) command = 'list'
    return plain
  }
}

export function readMinecraftList(answer: string): string[] {
  const lines = answer
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
  // Plug-ins put ranks and marks in brackets before the name.
  const [name = '', inBrackets] = text
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .trim()
    .split(/\s+/)
  if (!/^[\w.*-]{1,32}$/.test(name)) return []
  if (inBrackets === undefined) return [name]
  const uuid = inBrackets.replaceAll(/[()]/g, '').toLowerCase()
  return UUID.test(uuid) ? [name, uuid] : []
}
