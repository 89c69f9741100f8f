import { join } from 'node:path'
import { type Asset } from './assets.ts'
import { compileTheme } from './compile-theme.ts'
import type { ThemePair } from './render-page.ts'
import { readThemeFiles } from './theme-files.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'themes')

export type BuiltInThemes = ThemePair & {
  /** By their address. */
  assets: ReadonlyMap<string, Asset>
}

/** Our own pages and the theme that every store has until it chooses another one. */
export async function loadBuiltInThemes(): Promise<BuiltInThemes> {
  const [ours, vale] = await Promise.all(['platform', 'vale'].map((name) => readThemeFiles(join(FOLDER, name))))
  if (!ours || !vale) throw new Error('The built-in themes are missing')
  const platform = compileTheme(ours)
  const theme = compileTheme(vale, { base: ours })
  const assets = [...platform.assets.values(), ...theme.assets.values()].map((asset) => [asset.url, asset] as const)
  return { theme, platform, assets: new Map(assets) }
}
