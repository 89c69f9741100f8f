/**
 * Whether one of the commands probably revokes what this command gives. This is a heuristic on words: the inverse of
 * `addvip {userId} gold` names gold too, and the inverse of a `set…` command sets another value.
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
    // `… parent add gold` and `… parent remove silver` share `parent`, but have different products.
    return taken.filter((word) => !given.includes(word)).length <= 1 || taken.includes(goods.at(-1) ?? '')
  })
}

/** Messages give nothing, so they need no inverse. */
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

/** The words that name the product: without the verb and without numbers. */
function goodsOf([, ...rest]: string[]): string[] {
  return rest.filter((word) => !/^[-+]?\d/.test(word) && !word.includes('{userid}'))
}

function sameWords(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((word, i) => word === b[i])
}
