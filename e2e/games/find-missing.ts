import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import type { GameTrial } from './game-trial.ts'

/** The commands that install the missing packages of these games. They run in the root of the project. */
export async function findMissing(trials: GameTrial[]): Promise<string[][]> {
  const debian = [...new Set(trials.flatMap(({ needs }) => needs.debian))]
  const packages = await reject(debian, isInstalled)
  const folders = await reject(
    trials.flatMap(({ needs }) => needs.npm ?? []),
    hasModules,
  )
  const install = ['apt-get', 'install', '-y', '--no-install-recommends']
  return [
    ...(packages.length > 0 ? [[...install, ...packages]] : []),
    ...folders.map((name) => ['npm', 'ci', '--no-audit', '--no-fund', '--prefix', `e2e/games/${name}`]),
  ]
}

async function reject(names: string[], isPresent: (name: string) => Promise<boolean>): Promise<string[]> {
  const present = await Promise.all(names.map(isPresent))
  return names.filter((_, index) => !present[index])
}

async function isInstalled(name: string): Promise<boolean> {
  const query = promisify(execFile)('dpkg-query', ['-W', '-f', '${db:Status-Status}', name])
  return query.then(
    ({ stdout }) => stdout === 'installed',
    () => false,
  )
}

async function hasModules(folder: string): Promise<boolean> {
  return existsSync(new URL(`${folder}/node_modules/.package-lock.json`, import.meta.url))
}
