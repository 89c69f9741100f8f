import type { CountCall, Identity, NameLookUp } from './provider.ts'

type Typed = { provider: 'name' | 'minecraft'; name: string; countCall: CountCall }

/** The player of a typed name. Undefined if the service of the game knows no such player. */
export async function findTypedPlayer(
  lookUps: Record<Typed['provider'], NameLookUp>,
  { provider, name, countCall }: Typed,
): Promise<Identity | undefined> {
  const typed: Identity = { provider, proof: 'typed', gameUserId: name, label: null, avatar: null }
  if (provider === 'name' || name === '') return typed
  const found = await lookUps[provider](name, countCall)
  if (found.result === 'unknown') return undefined
  return found.result === 'found' ? { ...typed, proof: 'found', ...found.player } : typed
}
