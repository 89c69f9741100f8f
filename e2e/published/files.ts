import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { buildAgent } from '../../scripts/build-agent.ts'
import { buildDeb } from '../../scripts/build-deb.ts'
import { type PackageName, packPackage, unpackProgram } from '../kit/published.ts'
import { PROJECT_ROOT } from '../kit/run-command.ts'

const exec = promisify(execFile)
/** The files of a release that run on this machine. */
const EXECUTABLE = `quartermaster-agent-@-linux-${process.arch}.tar.gz`
const DEB = `quartermaster_@_${process.arch === 'arm64' ? 'arm64' : 'amd64'}.deb`
const FILES: Record<PackageName | 'executable' | 'deb', string> = {
  server: 'quartermaster-@.tgz',
  agent: 'quartermaster-agent-@.tgz',
  sdk: 'quartermaster-sdk-@.tgz',
  conformance: 'quartermaster-conformance-@.tgz',
  executable: EXECUTABLE,
  deb: DEB,
}
/** The programs of the Debian package, as its command starts them. */
const INSTALLED = /\/usr\/lib\/quartermaster\/\S+/g

export type Files = Record<keyof typeof FILES, string>
export type Unpacked = Awaited<ReturnType<typeof unpackFiles>>

/** Builds everything that is published and runs on this machine. The Debian package is not compressed, which would take minutes. */
export async function buildFiles(folder: string): Promise<void> {
  const scratch = join(folder, 'scratch')
  const server = await packPackage('server', folder)
  for (const name of ['agent', 'sdk', 'conformance'] as const) await packPackage(name, folder)
  const [archive = ''] = await buildAgent(scratch, [`linux-${process.arch}` as 'linux-x64'])
  await cp(archive, join(folder, basename(archive)))
  await buildDeb(folder, process.arch === 'arm64' ? 'arm64' : 'amd64', { compression: 'none', server })
}

/** Finds the files in the folder of a release. */
export async function findFiles(folder: string): Promise<Files> {
  const { version } = JSON.parse(await readFile(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version: string }
  const present = await readdir(folder)
  const found = Object.entries(FILES).map(([name, pattern]) => {
    const file = pattern.replace('@', version)
    if (!present.includes(file)) throw new Error(`${folder} has no ${file}`)
    return [name, resolve(folder, file)]
  })
  return Object.fromEntries(found) as Files
}

/** Unpacks each file in an empty folder of its own. */
export async function unpackFiles(files: Files, folder: string) {
  const place = async (name: string) => {
    await mkdir(join(folder, name), { recursive: true })
    return join(folder, name)
  }
  const [library, executable, deb] = [await place('sdk'), await place('executable'), await place('deb')]
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await exec('npm', ['install', ...flags, '--prefix', library, files.sdk], { cwd: library })
  await cp(join(import.meta.dirname, 'use-sdk.mjs'), join(library, 'use-sdk.mjs'))
  await exec('tar', ['-xzf', files.executable, '-C', executable])
  await exec('dpkg-deb', ['-x', files.deb, deb])
  const script = await readFile(join(deb, 'usr/bin/quartermaster-agent'), 'utf8')
  return {
    server: await unpackProgram(files.server, await place('server')),
    agent: await unpackProgram(files.agent, await place('agent')),
    conformance: await unpackProgram(files.conformance, await place('conformance')),
    sdk: join(library, 'use-sdk.mjs'),
    executable: join(executable, 'quartermaster-agent'),
    debAgent: (script.match(INSTALLED) ?? []).map((path) => join(deb, path)),
  }
}
