import type { Theme } from '../compile-theme.ts'
import { Html } from '../html.ts'
import type { ThemeProblem } from '../isolation/protocol.ts'
import { renderPage, type ThemePair } from '../render-page.ts'
import type { ThemeSource } from '../theme-source.ts'
import { toProblem } from '../theme-problem.ts'
import { checkJson } from './check-json.ts'
import { checkNesting } from './check-nesting.ts'
import { findForbiddenTag } from './forbidden-tags.ts'
import { samplePages } from './sample-pages.ts'

const MAX_PROBLEMS = 50

type CheckTools = { platform: Theme; compile: (source: ThemeSource) => Theme }

/**
 * Finds what would break pages: wrong JSON, Liquid that cannot be parsed, a layout without our parts, and pages that fail with sample
 * data. It runs templates, so it belongs in an isolated process.
 */
export function checkTheme(source: ThemeSource, tools: CheckTools): ThemeProblem[] {
  const { texts } = source
  const before = [...checkJson(texts), ...checkLayouts(texts), ...checkNesting(texts)]
  // What the checks above reject could be compiled to something that is not a theme.
  const problems = before.length > 0 ? before : checkLiquid(source, tools)
  return problems.slice(0, MAX_PROBLEMS)
}

function checkLayouts(texts: Record<string, string>): ThemeProblem[] {
  return Object.entries(texts)
    .filter(([path]) => path.startsWith('layout/'))
    .flatMap(([file, text]) =>
      ['head', 'content']
        .filter((name) => !new RegExp(`\\{\\{-?\\s*${name}\\s*-?\\}\\}`).test(text))
        .map((name) => ({ file, line: null, message: `The layout has no {{ ${name} }}. Add it` })),
    )
}

function checkLiquid(source: ThemeSource, { platform, compile }: CheckTools): ThemeProblem[] {
  try {
    const theme = compile(source)
    const wrong = Object.entries(source.texts)
      .filter(([path]) => path.startsWith('snippets/'))
      .flatMap(([path, text]) => problemOf(path, () => theme.liquid.parse(text, path)))
    return wrong.length > 0 ? wrong : checkPages({ theme, platform })
  } catch (error) {
    return [toProblem(error)]
  }
}

function checkPages(pair: ThemePair): ThemeProblem[] {
  return samplePages().flatMap((page) =>
    problemOf(`templates/${page.template}.json`, () => {
      const html = renderPage(pair, { ...page, head: new Html(HEAD) })
      if (!html.includes(HEAD)) throw new Error('The page does not show {{ head }}. Write it in the layout')
      const fault = findForbiddenTag(html)
      if (fault !== undefined) throw new Error(fault)
    }),
  )
}

const HEAD = '<title>Sample</title>'

function problemOf(file: string, run: () => unknown): ThemeProblem[] {
  try {
    run()
    return []
  } catch (error) {
    return [toProblem(error, file)]
  }
}
