import { writeArchive } from '../../../server/src/themes/archive/write-archive.ts'
import { readBuiltInTheme } from '../../../server/src/themes/built-in-themes.ts'
import type { Attack } from './attack.ts'

/** Each attack is a page of its own: the search for its number. */
export function pathOf(number: number): string {
  return `/search?q=attack-${number}`
}

export function evilHost(number: number): string {
  return `attack-${number}.evil.example`
}

/** A script has to ask for its own address, because that contains its hash. */
const SELF = 'const self_url = globalThis.document?.currentScript.src;'

/** One theme with all attacks. */
export async function writeAttackingTheme(attacks: readonly Attack[], victim: string): Promise<Buffer> {
  const files = new Map(await readBuiltInTheme('vale'))
  const add = (path: string, text: string) => void files.set(path, Buffer.from(text))
  const cases = attacks.map((attack, i) => {
    const fill = (text: string) => text.replaceAll('EVIL', `https://${evilHost(i)}`).replaceAll('VICTIM', victim)
    const url = (extension: string) => `{{ 'attack-${i}.${extension}' | asset_url }}`
    if (attack.script) add(`assets/attack-${i}.js`, `${SELF}${fill(attack.script).replaceAll("'SCRIPT'", 'self_url')}`)
    if (attack.style) add(`assets/attack-${i}.css`, fill(attack.style))
    if (attack.drawing) add(`assets/attack-${i}.svg`, fill(attack.drawing))
    const markup = fill(attack.markup)
      .replaceAll('SCRIPT', url('js'))
      .replaceAll('STYLE', url('css'))
      .replaceAll('DRAWING', url('svg'))
    add(`snippets/attack-${i}.liquid`, `<p id="attack">x</p>${markup}`)
    return `{% when 'attack-${i}' %}{% render 'attack-${i}' %}`
  })
  add('sections/search.liquid', `{% case search.query %}${cases.join('')}{% endcase %}`)
  return writeArchive(files)
}
