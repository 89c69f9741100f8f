import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Player = { diamonds: number; canFly: boolean }

const NOTHING: Player = { diamonds: 0, canFly: false }

/** Reads the state of a player in the game. The probe mod writes it to a file. */
export async function readPlayer(folder: string, name: string): Promise<Player & { isOnline: boolean }> {
  const text = await readFile(join(folder, 'world', 'seen.json'), 'utf8').catch(() => '{}')
  const player = (JSON.parse(text) as Record<string, Player | undefined>)[name]
  return { ...(player ?? NOTHING), isOnline: player !== undefined }
}
