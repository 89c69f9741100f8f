import type { GameConsole } from '../../../../agent/src/dialects/dialect.ts'
import { createRandom } from '../../../kit/random.ts'
import { hostileName } from '../hostile-names.ts'
import { readOpenttdLine } from '../readers/read-openttd.ts'
import { readQuake3Line } from '../readers/read-quake3.ts'
import { readTeeworldsLine } from '../readers/read-teeworlds.ts'
import { asBytes } from '../readers/reader.ts'

/** Characters that consoles treat differently. */
const SPECIAL = ['"', '"', '\\', '\\', ';', '#', ' ', 'a', 'b', '/', '//', '/*', '*/', "'"]

/** Returns the words that the game and our reader see in a line. If they differ, the reader is wrong. */
type Compare = (raw: string, console: GameConsole) => Promise<{ game: unknown; reader: unknown }>

const COMPARISONS: Record<string, Compare> = {
  async teeworlds(raw, console) {
    const line = `echo "${raw}"`
    const printed = (await console.run(line)).split('\n')
    const commands = readTeeworldsLine(asBytes(line))
    const [, word = ''] = commands[0] ?? []
    const text = commands[0]?.[0] === 'echo' ? word : undefined
    return {
      game: [
        printed.length,
        text === undefined ? undefined : asBytes(printed[0] ?? '').replace(/^\[.*?\]\[Console\]: /, ''),
      ],
      reader: [commands.length, text],
    }
  },
  async quake3(raw, console) {
    const line = `set qm_raw x ${raw}`
    await console.run(line)
    const value = /^"qm_raw" is:"([^\n]*?)\^7"/.exec(await console.run('qm_raw'))?.[1]
    return { game: value, reader: readQuake3Line(line)[0]?.slice(2).join(' ') }
  },
  async openttd(raw, console) {
    const line = `echo "${raw}"`
    return { game: await console.run(line), reader: readOpenttdLine(line)[0]?.[1] }
  },
}

/** Sends harmless lines that the SDK would never send, and reports where the console and our reader differ. */
export async function compareReader(
  name: string,
  console: GameConsole,
  { count, seed }: { count: number; seed: number },
): Promise<string[]> {
  const compare = COMPARISONS[name]
  const faults: string[] = []
  for (const raw of rawTexts(name, { count, seed })) {
    const found = await compare?.(raw, console)
    if (JSON.stringify(found?.game) === JSON.stringify(found?.reader)) continue
    faults.push(`${name}: our reader is wrong about ${JSON.stringify(raw)}: ${JSON.stringify(found)}`)
  }
  return faults
}

function rawTexts(name: string, { count, seed }: { count: number; seed: number }): string[] {
  const random = createRandom(seed)
  const texts = new Set<string>()
  while (texts.size < count) {
    const special = Array.from({ length: random.integer(2, 10) }, () => random.pick(SPECIAL)).join('')
    const text = random.chance(0.7) ? special : hostileName(random)
    if (isHarmless(text, name)) texts.add(text)
  }
  return [...texts]
}

/** Excludes texts that end the game, that the protocol replaces, or that select other players. */
function isHarmless(text: string, name: string): boolean {
  if (/quit|all|me|\p{C}|[\u2028\u2029\u0085]/iu.test(text) || text.length > 60 || text.trim() === '') return false
  // Our readers cover several games. Teeworlds stops at an empty command, DDNet does not; Quake 3 does not split at `;`.
  if (name === 'teeworlds') return !/;\s*(;|#|$)/.test(text)
  return name !== 'quake3' || (/^[ -~]*$/.test(text) && !/[;%$^]/.test(text))
}
