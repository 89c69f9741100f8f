import type { ThemeProblem } from '../isolation/protocol.ts'
import { THEME_LIMITS } from '../archive/theme-limits.ts'

const TAG = /\{%-?\s*(end)?(if|unless|case|for|tablerow|capture|block)\b/g

/** Deep nesting takes Liquid long to parse, and no one can read it. */
export function checkNesting(texts: Record<string, string>): ThemeProblem[] {
  return Object.entries(texts)
    .filter(([path]) => path.endsWith('.liquid'))
    .flatMap(([file, text]) => {
      const at = deepPosition(text)
      if (at === undefined) return []
      const line = text.slice(0, at).split('\n').length
      return [{ file, line, message: `Tags are nested more than ${THEME_LIMITS.nesting} deep. Use snippets` }]
    })
}

function deepPosition(text: string): number | undefined {
  let depth = 0
  for (const match of text.matchAll(TAG)) {
    depth += match[1] === 'end' ? -1 : 1
    if (depth > THEME_LIMITS.nesting) return match.index
  }
  return undefined
}
