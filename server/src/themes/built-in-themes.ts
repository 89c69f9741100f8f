import { join } from 'node:path'
import { type Asset, createAssets } from './assets.ts'
import { compileTheme, type Theme } from './compile-theme.ts'
import type { ThemePair } from './render-page.ts'
import { readThemeFiles, type ThemeFiles } from './theme-files.ts'
import type { ThemeSource } from './theme-source.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'themes')

/** The themes that a store can choose by name. The first one is the theme of a new store. */
export const BUILT_IN_THEMES = ['vale', 'gala'] as const
export type BuiltInTheme = (typeof BUILT_IN_THEMES)[number]

export type BuiltInThemes = ThemePair & {
  named: ReadonlyMap<string, Theme>
  /** By their address. */
  assets: ReadonlyMap<string, Asset>
  platformSource: ThemeSource
}

/** Our own pages, and the themes that stores can use. */
export async function loadBuiltInThemes(): Promise<BuiltInThemes> {
  const ours = await readBuiltInTheme('platform')
  const platformAssets = createAssets(ours)
  const assets = new Map<string, Asset>()
  const addAssets = (more: ReadonlyMap<string, Asset>) => {
    for (const asset of more.values()) assets.set(asset.url, asset)
    return more
  }
  const platform = compileTheme(ours, { assets: addAssets(platformAssets) })
  const named = new Map<string, Theme>()
  for (const name of BUILT_IN_THEMES) {
    const files = await readBuiltInTheme(name)
    named.set(name, compileTheme(files, { base: ours, assets: addAssets(createAssets(files)) }))
  }
  const theme = named.get(BUILT_IN_THEMES[0])
  if (!theme) throw new Error('The built-in themes are missing')
  return { theme, platform, named, assets, platformSource: sourceOf(ours, platformAssets) }
}

export async function readBuiltInTheme(name: BuiltInTheme | 'platform'): Promise<ThemeFiles> {
  return readThemeFiles(join(FOLDER, name))
}

function sourceOf(files: ThemeFiles, assets: ReadonlyMap<string, Asset>): ThemeSource {
  const texts = [...files]
    .filter(([path]) => !path.startsWith('assets/'))
    .map(([path, body]) => [path, body.toString()])
  return {
    texts: Object.fromEntries(texts) as Record<string, string>,
    assetUrls: Object.fromEntries([...assets].map(([name, { url }]) => [name, url])),
  }
}
