import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Seen = { diamonds: number; canFly: boolean }

const NOTHING: Seen = { diamonds: 0, canFly: false }

/** What the game itself says that a player has; the probe mod writes it down. */
export async function readSeen(folder: string, player: string): Promise<Seen & { isThere: boolean }> {
  const text = await readFile(join(folder, 'world', 'seen.json'), 'utf8').catch(() => '{}')
  const seen = (JSON.parse(text) as Record<string, Seen | undefined>)[player]
  return { ...(seen ?? NOTHING), isThere: seen !== undefined }
}
