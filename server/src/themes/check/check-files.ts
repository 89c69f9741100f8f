import type { ThemeProblem } from '../isolation/protocol.ts'
import type { ThemeFiles } from '../theme-files.ts'
import { THEME_LIMITS } from '../archive/theme-limits.ts'
import { ASSET_EXTENSIONS } from '../assets.ts'

/** The templates of a theme. All other pages are ours, such as the checkout. */
export const THEME_TEMPLATES = ['home', 'category', 'product', 'basket', 'search', 'page', '404'] as const

export function isThemeTemplate(name: string): boolean {
  return (THEME_TEMPLATES as readonly string[]).includes(name)
}

const PLACES = [
  /^theme\.json$/,
  /^(README|LICENSE)(\.md|\.txt)?$/,
  /^layout\/[\w-]+\.liquid$/,
  /^(sections|snippets)\/[\w-]+\.liquid$/,
  /^templates\/(home|category|product|basket|search|page|404)\.json$/,
  /^config\/settings_(schema|data)\.json$/,
  /^locales\/(pt-BR|en|es)\.json$/,
  new RegExp(`^assets/[\\w-]+\\.(${ASSET_EXTENSIONS.join('|')})$`),
]

/** Checks the names and sizes of files. Nothing is parsed. */
export function checkFiles(files: ThemeFiles): ThemeProblem[] {
  const problems: ThemeProblem[] = []
  if (files.size > THEME_LIMITS.files)
    problems.push(problem('', `The theme has ${files.size} files. Remove some; the limit is ${THEME_LIMITS.files}`))
  const bytes = [...files.values()].reduce((sum, body) => sum + body.length, 0)
  if (bytes > THEME_LIMITS.bytes) problems.push(problem('', 'The theme is larger than 10 MB. Remove large assets'))
  for (const [path, body] of files) {
    if (!PLACES.some((place) => place.test(path)))
      problems.push(problem(path, `A theme cannot have this file. ${adviceFor(path)}`))
    else if (/\.(liquid|json)$/.test(path) && body.length > THEME_LIMITS.textBytes)
      problems.push(problem(path, 'The file is larger than 64 KB. Move parts into snippets'))
  }
  for (const path of ['theme.json', 'layout/theme.liquid', ...THEME_TEMPLATES.map((name) => `templates/${name}.json`)])
    if (!files.has(path)) problems.push(problem(path, 'The file is missing. Add it'))
  return problems
}

function adviceFor(path: string): string {
  if (path.startsWith('assets/')) return `Assets are ${ASSET_EXTENSIONS.join(', ')}, directly in the folder assets`
  if (path.startsWith('templates/'))
    return `Templates are ${THEME_TEMPLATES.join(', ')}; all other pages are the platform's`
  return 'Remove it'
}

export function problem(file: string, message: string): ThemeProblem {
  return { file, line: null, message }
}
