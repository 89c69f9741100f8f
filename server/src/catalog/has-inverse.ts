/**
 * Whether one of the commands looks as if it takes back what this one gives. A guess from words: consoles have no
 * grammar. `addvip {userId} gold` is taken back by what names gold, too; a `set…` command by another setting.
 */
export function hasInverse(command: string, takes: readonly string[]): boolean {
  const given = wordsOf(command)
  return takes.some((take) => {
    const taken = wordsOf(take)
    if (sameWords(given, taken)) return false
    const [name] = given
    if (name?.startsWith('set') && taken[0] === name) return true
    const goods = goodsOf(given)
    if (goods.length === 0) return true
    if (!goods.some((word) => taken.includes(word))) return false
    // In `… parent add gold` and `… parent remove silver` more is shared than the goods, and more differs than the verb.
    return taken.filter((word) => !given.includes(word)).length <= 1 || taken.includes(goods.at(-1) ?? '')
  })
}

/** What only says something gives nothing. */
export function isMessage(command: string): boolean {
  return /^\/?(say|tell|msg|message|announce|broadcast|title|chat)/i.test(command)
}

function wordsOf(command: string): string[] {
  return command
    .toLowerCase()
    .replace(/^\//, '')
    .split(/ +/)
    .filter((word) => word !== '' && word !== '{userid}')
}

/** Neither the verb in front, nor how many or how long. */
function goodsOf([, ...rest]: string[]): string[] {
  return rest.filter((word) => !/^[-+]?\d/.test(word) && !word.includes('{userid}'))
}

function sameWords(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((word, i) => word === b[i])
}
