import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

type Entry = {
  version?: string
  license?: string
  integrity?: string
  dev?: boolean
  devOptional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
export type Lock = { lockfileVersion: number; packages: Record<string, Entry> }
type Manifest = { name: string; version: string; dependencies: Record<string, string> }

const ROOT = resolve(import.meta.dirname, '..')

/**
 * Pins everything that a published program installs to the versions and checksums of our lock file. npm reads it for packages of a
 * registry and for `npm ci` in the unpacked package, but not for a tarball that is installed as a file.
 */
export async function writeShrinkwrap(program: string, folder: string): Promise<void> {
  const lock = await readLock()
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
  const { name, version, dependencies } = manifest
  const packages: Record<string, object> = { '': manifest }
  for (const path of findInstalled(lock, program, Object.keys(dependencies))) {
    const { dev: _dev, devOptional: _devOptional, ...entry } = lock.packages[path] ?? {}
    const target = path.replace(`${program}/node_modules/`, 'node_modules/')
    if (target in packages) throw new Error(`${target} is installed in two versions. Make the versions equal.`)
    packages[target] = entry
  }
  const shrinkwrap = { name, version, lockfileVersion: lock.lockfileVersion, requires: true, packages }
  await writeFile(join(folder, 'npm-shrinkwrap.json'), `${JSON.stringify(shrinkwrap, null, 2)}\n`)
}

export async function readLock(): Promise<Lock> {
  return JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
}

/** The paths in the lock file of all packages that these names lead to. */
export function findInstalled({ packages }: Lock, program: string, names: string[]): Set<string> {
  const found = new Set<string>()
  const visit = (from: string, wanted: string[]) => {
    for (const name of wanted) {
      const path = locate(packages, from, name)
      if (path === undefined || found.has(path)) continue
      found.add(path)
      const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {}
      visit(`${path}/`, Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
    }
  }
  visit(`${program}/`, names)
  return new Set([...found].toSorted())
}

/** Looks in the folders where Node does. Undefined for an optional package that is not in the lock file. */
function locate(packages: Lock['packages'], from: string, name: string): string | undefined {
  const path = `${from}node_modules/${name}`
  if (path in packages) return path
  return from === '' ? undefined : locate(packages, parentOf(from), name)
}

/** `a/node_modules/b/` is below `a/`, and `server/` below the root, which is empty. */
function parentOf(folder: string): string {
  const end = folder.lastIndexOf('node_modules/')
  return end === -1 ? '' : folder.slice(0, end)
}
