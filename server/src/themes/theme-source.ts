import { contentHash } from './assets.ts'
import type { ThemeFiles } from './theme-files.ts'

/** The part of a theme that renders pages: its texts, and the addresses of its assets by their name. */
export type ThemeSource = { texts: Record<string, string>; assetUrls: Record<string, string> }

const ASSETS = 'assets/'

export function isAsset(path: string): boolean {
  return path.startsWith(ASSETS)
}

/** Assets have a hash of their content in their address, so that browsers can keep them for ever. */
export function assetUrlOf(path: string, hash: string): string {
  const [stem = '', extension = ''] = path.slice(ASSETS.length).split(/\.(?=[^.]+$)/)
  return `/assets/${stem}.${hash}.${extension}`
}

/** `/assets/theme.<hash>.css` is `assets/theme.css` with this hash. */
export function parseAssetUrl(url: string): { path: string; hash: string } | undefined {
  const [, stem, hash, extension] = /^\/assets\/([\w-]+)\.([\w-]{16})\.([a-z0-9]+)$/.exec(url) ?? []
  return stem && hash && extension ? { path: `${ASSETS}${stem}.${extension}`, hash } : undefined
}

export function toThemeSource(files: ThemeFiles): ThemeSource {
  const paths = [...files]
  return {
    texts: Object.fromEntries(paths.filter(([path]) => !isAsset(path)).map(([path, body]) => [path, body.toString()])),
    assetUrls: Object.fromEntries(
      paths
        .filter(([path]) => isAsset(path))
        .map(([path, body]) => [path.slice(ASSETS.length), assetUrlOf(path, contentHash(body))]),
    ),
  }
}
