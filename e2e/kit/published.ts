import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { buildPackage } from '../../scripts/build-packages.ts'
import { builtServer } from './run-command.ts'

const exec = promisify(execFile)

export type PackageName = Parameters<typeof buildPackage>[0]

/** Builds and packs a package as it is published, and returns the file. QUARTERMASTER_SERVER names a server that is built already. */
export async function packPackage(name: PackageName, folder: string): Promise<string> {
  const program = name === 'server' ? builtServer() : undefined
  const built = program === undefined ? join(folder, name) : dirname(dirname(dirname(program)))
  await mkdir(folder, { recursive: true })
  if (program === undefined) await buildPackage(name, built)
  const { stdout } = await exec('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: built })
  return join(folder, stdout.trim())
}

/** Unpacks a tarball in a new folder, with the dependencies that it lists. Returns its program. */
export async function unpackProgram(tarball: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await exec('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
  const flags = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await exec('npm', ['ci', ...flags], { cwd: folder })
  const { bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { bin: Record<string, string> }
  return join(folder, Object.values(bin)[0] ?? '')
}

/**
 * The server and the agent as they are published, unpacked in a folder with nothing of this project. Set QUARTERMASTER_SERVER and
 * QUARTERMASTER_AGENT to the paths that it returns: the kit starts these programs from then on.
 */
export async function unpackPublished(folder: string): Promise<{ server: string; agent: string }> {
  const unpack = async (name: PackageName) =>
    unpackProgram(await packPackage(name, join(folder, 'packed')), join(folder, name))
  return { server: await unpack('server'), agent: await unpack('agent') }
}
