import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** The files of a theme by their path, such as `sections/hero.liquid`. */
export type ThemeFiles = ReadonlyMap<string, Buffer>

export async function readThemeFiles(folder: string): Promise<ThemeFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, Buffer>()
  for (const entry of entries.filter((found) => found.isFile())) {
    const path = join(entry.parentPath, entry.name)
    files.set(path.slice(folder.length + 1).replaceAll(sep, '/'), await readFile(path))
  }
  return files
}
