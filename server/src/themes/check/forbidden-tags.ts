const MAX_TAGS = 200
const MAX_LENGTH = 2_000
const TAG = /<(meta|link|i?frame)(?=[\t\n\f\r />])/gi
/** Name and value, as browsers read them. */
const ATTRIBUTE =
  /[\t\n\f\r /]*(=?[^\t\n\f\r />=]+|=)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"?|'([^']*)'?|([^\t\n\f\r >]*)))?/y

/**
 * Tags with which browsers connect to another site without a click, whatever the policy of the page is. Returns what is wrong with
 * the page. Tags inside comments count as well, because where a comment ends depends on everything before it.
 */
export function findForbiddenTag(html: string): string | undefined {
  let count = 0
  for (const { 0: start, 1: name = '', index } of html.matchAll(TAG)) {
    if (++count > MAX_TAGS) return `The page has more than ${MAX_TAGS} <meta> and <link> tags. Remove some`
    if (name.toLowerCase().endsWith('frame')) return 'Themes cannot use frames. Remove them'
    const { names, rel, isComplete } = readAttributes(html.slice(index + start.length, index + MAX_LENGTH))
    if (!isComplete) return `A <${name}> tag is longer than ${MAX_LENGTH} characters. Shorten it`
    if (name.toLowerCase() === 'meta' && names.includes('http-equiv'))
      return 'Themes cannot use <meta http-equiv>. Remove it'
    // An entity could hide a word.
    if (name.toLowerCase() === 'link' && /preconnect|dns-prefetch|&/i.test(rel))
      return 'Themes cannot use <link rel="preconnect"> and "dns-prefetch", because pages load nothing from other sites. Remove it'
  }
  return undefined
}

function readAttributes(text: string): { names: string[]; rel: string; isComplete: boolean } {
  const names: string[] = []
  let rel = ''
  let end = 0
  ATTRIBUTE.lastIndex = 0
  for (let found = ATTRIBUTE.exec(text); found; found = ATTRIBUTE.exec(text)) {
    const [, name = '', double, single, plain] = found
    end = ATTRIBUTE.lastIndex
    names.push(name.toLowerCase())
    if (name.toLowerCase() === 'rel') rel += ` ${double ?? single ?? plain ?? ''}`
  }
  return { names, rel, isComplete: text.includes('>', end) }
}
