import { AppError } from '../../errors.ts'

const MAX_LENGTH = 120
const PATH = /^(?:[\w-]+\/){0,3}[\w-][\w.-]*$/

/** Letters, digits, `-`, `_` and `.`, in folders. No name leads out of the theme, and none is special on any system. */
export function requireThemePath(path: string): string {
  if (path.length <= MAX_LENGTH && PATH.test(path) && !path.includes('..')) return path
  throw new AppError(
    'invalid_request',
    `"${path.slice(0, MAX_LENGTH)}" is not a name for a file of a theme. Use letters, digits, - and _, such as sections/hero.liquid`,
    { field: 'body/archive' },
  )
}
