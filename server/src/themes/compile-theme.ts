import { Liquid, type Template } from 'liquidjs'
import { type Asset, createAssets } from './assets.ts'
import { registerFilters } from './filters.ts'
import { toMarkup } from './html.ts'
import { readSchema, registerSchemaTag, type SectionSchema } from './section-schema.ts'
import { limitSnippetDepth } from './snippet-depth.ts'
import type { ThemeFiles } from './theme-files.ts'
import type { LocaleTexts } from './translate.ts'

export type Settings = Readonly<Record<string, unknown>>
export type Section = { id: string; type: string; settings: Settings; blocks: readonly Block[] }
type Block = { type: string; settings: Settings }
type PageTemplate = { layout: string; layoutSettings: Settings; sections: readonly Section[] }

export type Theme = {
  name: string
  liquid: Liquid
  layouts: ReadonlyMap<string, Template[]>
  sections: ReadonlyMap<string, Template[]>
  templates: ReadonlyMap<string, PageTemplate>
  assets: ReadonlyMap<string, Pick<Asset, 'url'>>
  locales: ReadonlyMap<string, LocaleTexts>
  settings: Settings
  /** The CPU time of each part of a page. */
  renderLimitMs: number
}

/** Of a file. */
export const MAX_LIQUID_BYTES = 64 * 1024
const MEMORY_LIMIT = 50_000_000
const RENDER_LIMIT_MS = 10_000

export type CompileOptions = {
  base?: ThemeFiles
  assets?: ReadonlyMap<string, Pick<Asset, 'url'>>
  renderLimitMs?: number
  memoryLimit?: number
}

/** Parses every file of a theme. Snippets of `base` can be used, unless the theme has one with the same name. */
export function compileTheme(
  files: ThemeFiles,
  { base, assets, renderLimitMs = RENDER_LIMIT_MS, memoryLimit = MEMORY_LIMIT }: CompileOptions = {},
): Theme {
  const liquid = new Liquid({
    templates: { ...(base && snippetsOf(base)), ...snippetsOf(files) },
    cache: true,
    outputEscape: toMarkup,
    strictFilters: true,
    ownPropertyOnly: true,
    jsTruthy: false,
    parseLimit: MAX_LIQUID_BYTES,
    memoryLimit,
  })
  registerFilters(liquid)
  registerSchemaTag(liquid)
  limitSnippetDepth(liquid)
  const schemas = new Map<string, SectionSchema>()
  const sections = new Map<string, Template[]>()
  for (const [name, source] of filesIn(files, 'sections', '.liquid')) {
    schemas.set(name, readSchema(source))
    sections.set(name, parse(liquid, `sections/${name}.liquid`, source))
  }
  const layouts = filesIn(files, 'layout', '.liquid').map(
    ([name, source]) => [name, parse(liquid, `layout/${name}.liquid`, source)] as const,
  )
  const templates = filesIn(files, 'templates', '.json').map(
    ([name, source]) => [name, readTemplate(JSON.parse(source), schemas)] as const,
  )
  return {
    name: (JSON.parse(textOf(files, 'theme.json')) as { name: string }).name,
    liquid,
    layouts: new Map(layouts),
    sections,
    templates: new Map(templates),
    assets: assets ?? createAssets(files),
    locales: new Map(filesIn(files, 'locales', '.json').map(([name, source]) => [name, JSON.parse(source)])),
    settings: JSON.parse(textOf(files, 'config/settings_data.json', '{}')) as Settings,
    renderLimitMs,
  }
}

function parse(liquid: Liquid, path: string, source: string): Template[] {
  return liquid.parse(source, path)
}

type TemplateFile = {
  layout?: string
  /** What the layout knows about this page, as `layout`. */
  layout_settings?: Settings
  sections: Record<string, { type: string; settings?: Settings; blocks?: { type: string; settings?: Settings }[] }>
  order: string[]
}

function readTemplate(file: unknown, schemas: ReadonlyMap<string, SectionSchema>): PageTemplate {
  const { layout = 'theme', layout_settings: layoutSettings = {}, sections, order } = file as TemplateFile
  return {
    layout,
    layoutSettings,
    sections: order.map((id) => {
      const section = sections[id]
      const schema = section && schemas.get(section.type)
      if (!section || !schema) throw new Error(`A template names a section "${id}" that does not exist`)
      return {
        id,
        type: section.type,
        settings: { ...schema.defaults, ...section.settings },
        blocks: (section.blocks ?? []).map(({ type, settings = {} }) => ({ type, settings })),
      }
    }),
  }
}

function snippetsOf(files: ThemeFiles): Record<string, string> {
  return Object.fromEntries(filesIn(files, 'snippets', '.liquid'))
}

function filesIn(files: ThemeFiles, folder: string, extension: string): [name: string, source: string][] {
  return [...files]
    .filter(([path]) => path.startsWith(`${folder}/`) && path.endsWith(extension))
    .map(([path, body]) => [path.slice(folder.length + 1, -extension.length), body.toString()])
}

function textOf(files: ThemeFiles, path: string, fallback?: string): string {
  const text = files.get(path)?.toString() ?? fallback
  if (text === undefined) throw new Error(`The theme has no ${path}`)
  return text
}
