import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { GameTrial } from './game-trial.ts'

/** The commands that install the missing packages of these games. They run in the root of the project. */
export async function findMissing(trials: GameTrial[]): Promise<string[][]> {
  const debian = [...new Set(trials.flatMap(({ needs }) => needs.debian))]
  const missingPackages = (
    await Promise.all(debian.map(async (name) => ((await isInstalled(name)) ? [] : [name])))
  ).flat()
  const folders = trials.flatMap(({ needs }) => needs.npm ?? [])
  const missingFolders = (
    await Promise.all(folders.map(async (name) => ((await hasModules(name)) ? [] : [name])))
  ).flat()
  return [
    ...(missingPackages.length > 0
      ? [['apt-get', 'install', '-y', '--no-install-recommends', ...missingPackages]]
      : []),
    ...missingFolders.map((name) => ['npm', 'ci', '--no-audit', '--no-fund', '--prefix', `e2e/games/${name}`]),
  ]
}

async function isInstalled(name: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('dpkg-query', ['-W', '-f', '${db:Status-Status}', name])
    return stdout === 'installed'
  } catch {
    return false
  }
}

async function hasModules(folder: string): Promise<boolean> {
  try {
    await access(fileURLToPath(new URL(`${folder}/node_modules/.package-lock.json`, import.meta.url)))
    return true
  } catch {
    return false
  }
}
