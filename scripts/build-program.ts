import { execFile } from 'node:child_process'
import { cp, glob, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { BUNDLED_PACKAGES, bundleServer, readRendererModules } from './bundle-server.ts'
import { LIMITS_SOURCES } from './build-sdk.ts'
import { writeShrinkwrap } from './write-shrinkwrap.ts'

const ROOT = resolve(import.meta.dirname, '..')
const INSIDE = /^@quartermaster\//
const run = promisify(execFile)

type Program = 'server' | 'agent' | 'conformance'
/**
 * Workspaces of this project that the program imports are inside, so that its package needs only packages of others. The modules of the
 * server are joined; `migrate` reads its SQL functions as files.
 */
const SOURCES: Record<Program, string[]> = {
  server: ['server/bin/*', 'server/src/**/*.sql'],
  agent: ['agent/src/**/*.*', 'agent/bin/*', 'sdk/src/**/*.*', ...LIMITS_SOURCES],
  conformance: ['conformance/src/**/*.*', 'conformance/bin/*', 'contract/src/games/**/*.*'],
}
/** Workspaces whose dependencies the program needs too. */
const WITH_SDK: Program[] = ['server', 'agent']
const FILES: Partial<Record<Program, string[]>> = {
  server: ['server/migrations', 'server/themes', 'dashboard/dist', 'docs'],
}
/** Guides are served at /docs. Decisions and pictures are for readers of the repository. */
const LEFT_OUT = new Set(['pictures', 'decisions'])

type Manifest = {
  version: string
  bin: Record<string, string>
  type: string
  dependencies?: Record<string, string>
}

/**
 * Builds a program as it is published, in the layout of this repository, so that the same relative paths work. Types are removed,
 * because Node does not do it below node_modules; lines keep their numbers.
 */
export async function buildProgram(program: Program, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  if (program === 'server') await run('npm', ['run', 'build', '-w', 'dashboard'], { cwd: ROOT })
  await copySources(SOURCES[program], folder)
  if (program === 'server') {
    await copySources(await readRendererModules(), folder)
    await bundleServer(folder)
  }
  const filter = (path: string) => !LEFT_OUT.has(basename(path))
  for (const path of FILES[program] ?? []) await cp(join(ROOT, path), join(folder, path), { recursive: true, filter })
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  await cp(join(ROOT, program, 'README.md'), join(folder, 'README.md'))
  await writeManifests(program, folder)
  await writeShrinkwrap(program, folder)
}

async function copySources(sources: string[], folder: string): Promise<void> {
  for await (const path of glob(sources, { cwd: ROOT, exclude: ['**/*.test.ts', '**/test/**'] })) {
    const target = join(folder, path.replace(/\.ts$/, '.js'))
    await mkdir(dirname(target), { recursive: true })
    if (!/\.m?[jt]s$/.test(path)) await cp(join(ROOT, path), target)
    else {
      const text = await readFile(join(ROOT, path), 'utf8')
      const { mode } = await stat(join(ROOT, path))
      await writeFile(target, renameImports(path.endsWith('.ts') ? stripTypeScriptTypes(text) : text, path), { mode })
    }
  }
}

function renameImports(text: string, path: string): string {
  const relativeTo = (file: string) => {
    const found = relative(dirname(path), file)
    return found.startsWith('.') ? found : `./${found}`
  }
  return text
    .replaceAll(/(from |import |import\()'(\.[^']*)\.ts'/g, "$1'$2.js'")
    .replaceAll(
      /'@quartermaster\/contract\/([^']+)'/g,
      (_, name: string) => `'${relativeTo(`contract/src/${name}.js`)}'`,
    )
    .replaceAll("'@quartermaster/sdk'", `'${relativeTo('sdk/src/index.js')}'`)
}

async function writeManifests(program: Program, folder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(ROOT, program, 'package.json'), 'utf8')) as Manifest
  const { version, type, bin, dependencies = {} } = manifest
  const write = (path: string, content: object) =>
    writeFile(join(folder, path), `${JSON.stringify(content, null, 2)}\n`)
  const sdk = JSON.parse(await readFile(join(ROOT, 'sdk', 'package.json'), 'utf8')) as Manifest
  const needed = { ...(WITH_SDK.includes(program) && sdk.dependencies), ...dependencies }
  const isInside = (name: string) => INSIDE.test(name) || (program === 'server' && BUNDLED_PACKAGES.includes(name))
  await write('package.json', {
    ...manifest,
    // JSON.stringify leaves undefined out.
    private: undefined,
    devDependencies: undefined,
    bin: Object.fromEntries(Object.entries(bin).map(([name, path]) => [name, `${program}/${path}`])),
    dependencies: Object.fromEntries(Object.entries(needed).filter(([name]) => !isInside(name))),
    publishConfig: { access: 'public' },
  })
  // The program reads its version here, and Node its module type.
  await write(`${program}/package.json`, { version, type })
}
