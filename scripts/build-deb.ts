import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { buildPackage } from './build-packages.ts'

const ROOT = resolve(import.meta.dirname, '..')
const DEBIAN = join(ROOT, 'deploy', 'debian')
/** Names of processors in Debian and in npm. */
const ARCHITECTURES = { amd64: 'x64', arm64: 'arm64' } as const
type Architecture = keyof typeof ARCHITECTURES

const PROGRAM = 'usr/lib/quartermaster'
const INSTALLED: Record<string, string> = {
  quartermaster: 'usr/bin/quartermaster',
  'quartermaster-agent': 'usr/bin/quartermaster-agent',
  'quartermaster.service': 'lib/systemd/system/quartermaster.service',
  'quartermaster-agent@.service': 'lib/systemd/system/quartermaster-agent@.service',
  Caddyfile: 'usr/share/quartermaster/Caddyfile',
  copyright: 'usr/share/doc/quartermaster/copyright',
  postinst: 'DEBIAN/postinst',
  prerm: 'DEBIAN/prerm',
  postrm: 'DEBIAN/postrm',
}
const IS_EXECUTABLE = /^(usr\/bin|DEBIAN)\//
/** For compilers and debuggers; nothing reads them at run time. */
const LEFT_OUT = /\.(map|d\.[cm]?ts)$/

type Manifest = {
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, object> }

type Settings = {
  /** The compression of a release takes minutes. */
  compression?: 'xz' | 'none'
  /** The tarball of the server, so that it is not built again. */
  server?: string
}

/** Builds `quartermaster_<version>_<arch>.deb` and returns its path. Two builds of one commit are equal. */
export async function buildDeb(
  out: string,
  arch: Architecture,
  { compression = 'xz', server }: Settings = {},
): Promise<string> {
  process.umask(0o022)
  const stage = await mkdtemp(join(tmpdir(), 'quartermaster-deb-'))
  try {
    await chmod(stage, 0o755)
    const program = join(stage, PROGRAM)
    await mkdir(program, { recursive: true })
    if (server === undefined) await buildPackage('server', program)
    else await run('tar', ['-xzf', server, '-C', program, '--strip-components=1'], ROOT)
    await addAgent(program)
    await installPackages(stage, ARCHITECTURES[arch])
    for (const [source, target] of Object.entries(INSTALLED)) {
      await mkdir(dirname(join(stage, target)), { recursive: true })
      await cp(join(DEBIAN, source), join(stage, target))
      await chmod(join(stage, target), IS_EXECUTABLE.test(target) ? 0o755 : 0o644)
    }
    const { version } = await readJson<Manifest>(join(program, 'package.json'))
    await writeControl(stage, { version, arch })
    await mkdir(out, { recursive: true })
    const file = join(resolve(out), `quartermaster_${version}_${arch}.deb`)
    // More threads would make the bytes depend on the machine.
    const options = ['--root-owner-group', `-Z${compression}`, '--threads-max=1']
    await run('dpkg-deb', [...options, '--build', stage, file], ROOT, { SOURCE_DATE_EPOCH: await sourceDate() })
    return file
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** All modules of the agent, as its own package has them. It uses the npm packages of the server. */
async function addAgent(program: string): Promise<void> {
  const built = await mkdtemp(join(tmpdir(), 'quartermaster-agent-'))
  try {
    await buildPackage('agent', built)
    const { dependencies: needed = {} } = await readJson<Manifest>(join(built, 'package.json'))
    const { dependencies: present = {} } = await readJson<Manifest>(join(program, 'package.json'))
    const missing = Object.keys(needed).filter((name) => needed[name] !== present[name])
    if (missing.length > 0)
      throw new Error(`The server does not depend on ${missing.join(', ')}, which the agent needs`)
    for (const entry of await readdir(built, { withFileTypes: true }))
      if (entry.isDirectory()) await cp(join(built, entry.name), join(program, entry.name), { recursive: true })
  } finally {
    await rm(built, { recursive: true })
  }
}

/** Installs the npm packages of the server for this processor, and Node, all with the checksums of our lock file. */
async function installPackages(stage: string, cpu: string): Promise<void> {
  const program = join(stage, PROGRAM)
  const node = `node-linux-${cpu}`
  const files = [join(program, 'package.json'), join(program, 'npm-shrinkwrap.json')] as const
  const published = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const workspace = await readJson<Manifest>(join(ROOT, 'package.json'))
  const lock = await readJson<Lock>(join(ROOT, 'package-lock.json'))
  const optionalDependencies = { [node]: workspace.optionalDependencies?.[node] }
  const manifest = { ...(JSON.parse(published[0] ?? '') as Manifest), optionalDependencies }
  const shrinkwrap = JSON.parse(published[1] ?? '') as Lock
  shrinkwrap.packages = { ...shrinkwrap.packages, '': manifest }
  shrinkwrap.packages[`node_modules/${node}`] = lock.packages[`node_modules/${node}`] ?? {}
  await writeFile(files[0], JSON.stringify(manifest))
  await writeFile(files[1], JSON.stringify(shrinkwrap))
  const platform = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc']
  const flags = ['--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  await run('npm', ['ci', ...flags, ...platform], program)
  await Promise.all(files.map((file, i) => writeFile(file, published[i] ?? '')))

  const modules = join(program, 'node_modules')
  const documents = join(stage, 'usr/share/doc/quartermaster')
  await mkdir(join(program, 'bin'))
  await mkdir(documents, { recursive: true })
  await rename(join(modules, node, 'bin', 'node'), join(program, 'bin', 'node'))
  await rename(join(modules, node, 'LICENSE'), join(documents, 'LICENSE.node'))
  for (const name of [node, '.package-lock.json', '.bin'])
    await rm(join(modules, name), { recursive: true, force: true })
  for (const path of await listFiles(modules)) if (LEFT_OUT.test(path)) await rm(path)
}

async function writeControl(stage: string, { version, arch }: { version: string; arch: string }): Promise<void> {
  const sizes = await Promise.all((await listFiles(join(stage, 'usr'))).map(async (path) => (await stat(path)).size))
  const kilobytes = Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1_024)
  const template = await readFile(join(DEBIAN, 'control'), 'utf8')
  const control = template.replace('@VERSION@', version).replace('@ARCH@', arch).replace('@SIZE@', String(kilobytes))
  await writeFile(join(stage, 'DEBIAN', 'control'), control)
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** Files get the time of the commit, unless the caller chooses another one. */
async function sourceDate(): Promise<string> {
  return process.env['SOURCE_DATE_EPOCH'] ?? (await run('git', ['log', '-1', '--format=%ct'], ROOT)).trim()
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T
}

async function run(program: string, args: string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 10_000_000 }
  return (await promisify(execFile)(program, args, options)).stdout
}

function isArchitecture(text: string): text is Architecture {
  return text in ARCHITECTURES
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: join(ROOT, 'dist') },
      arch: { type: 'string', default: process.arch === 'arm64' ? 'arm64' : 'amd64' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help || !isArchitecture(values.arch))
    console.log(`Usage: npm run build:deb -- [--out FOLDER] [--arch ${Object.keys(ARCHITECTURES).join('|')}]   (default: dist)

Needs dpkg-deb, git, and an npm registry or npm's cache. SOURCE_DATE_EPOCH sets the time of the files (default: the commit).`)
  else console.log(await buildDeb(values.out, values.arch))
}
