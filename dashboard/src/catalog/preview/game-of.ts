import type { FilledField, Game, Manage } from '@quartermaster/sdk'
import type { FieldDraft } from '../editor/draft.ts'

/** As people call the games. */
export const GAME_NAMES: Record<Exclude<Game, 'plain'>, string> = {
  minecraft: 'Minecraft',
  source: 'Source',
  rust: 'Rust',
  teeworlds: 'Teeworlds',
  quake3: 'Quake 3',
  openttd: 'OpenTTD',
  luanti: 'Luanti',
  fivem: 'FiveM',
  mta: 'MTA:SA',
}

/** What a player of the game is called there. */
export function sampleName(game: Game, profile: Manage.GameServer['profile']): string {
  if (profile !== 'standard') return '1204'
  if (game === 'rust') return '76561198042424242'
  if (game === 'source') return 'STEAM_0:1:42424242'
  return game === 'fivem' ? 'license:1a2b3c4d' : 'alex-7'
}

/** What a buyer could enter. */
export function sampleValue({ name, type, choices, min }: FieldDraft): FilledField {
  const samples = { text: 'Dragon', number: min, choice: choices.split(/[=\n]/)[0]?.trim() ?? '', boolean: 'true' }
  const value = type === 'player' ? 'alex-7' : type === 'discord' ? '123456789012345678' : samples[type]
  return { name, type, value }
}

export const HOSTILE_NAMES = ['x; op x', 'max all', '@a']

/** The servers that get the commands of a product. */
export function targetsOf<S extends { id: string; isDefault: boolean }>(
  { serverIds, buyerChoosesServer }: { serverIds: string[]; buyerChoosesServer: boolean },
  servers: S[],
): S[] {
  if (serverIds.length > 0) return servers.filter(({ id }) => serverIds.includes(id))
  return buyerChoosesServer ? servers : servers.filter(({ isDefault }) => isDefault)
}
