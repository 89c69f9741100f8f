import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { GameTrial } from './game-trial.ts'

/** The commands that install the missing packages of these games. They run in the root of the project. */
export function findMissing(trials: GameTrial[]): string[][] {
  const debian = new Set(trials.flatMap(({ needs }) => needs.debian))
  const packages = [...debian].filter((name) => !isInstalled(name))
  const folders = trials.flatMap(({ needs }) => needs.npm ?? []).filter((folder) => !hasModules(folder))
  const install = ['apt-get', 'install', '-y', '--no-install-recommends']
  return [
    ...(packages.length > 0 ? [[...install, ...packages]] : []),
    ...folders.map((name) => ['npm', 'ci', '--no-audit', '--no-fund', '--prefix', `e2e/games/${name}`]),
  ]
}

function isInstalled(name: string): boolean {
  const query = spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status}', name], { encoding: 'utf8' })
  return query.stdout === 'installed'
}

function hasModules(folder: string): boolean {
  return existsSync(new URL(`${folder}/node_modules/.package-lock.json`, import.meta.url))
}
