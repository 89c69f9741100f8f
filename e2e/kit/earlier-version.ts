import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_ROOT } from './run-command.ts'
import type { Defer } from './run-harness.ts'

const run = promisify(execFile)

/** The newest tag v*, or the commit before the newest migration if there is no release yet. */
export async function findPreviousRelease(): Promise<string> {
  const tags = await git('tag', '--list', 'v*', '--sort=-version:refname', '--merged', 'HEAD')
  return tags.split('\n')[0] || findCommitBefore('server/migrations')
}

/** The commit before the newest file in `path` was added. */
export async function findCommitBefore(path: string): Promise<string> {
  const added = await git('log', '-1', '--format=%H', '--diff-filter=A', '--', path)
  if (added === '') throw new Error(`The history is too short to find ${path}. Run \`git fetch --unshallow\`.`)
  return git('rev-parse', '--short', `${added}^`)
}

/** Returns a temporary folder with the code of a commit and the packages of this checkout. */
export async function extractVersion(defer: Defer, commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-version-'))
  defer(() => rm(folder, { recursive: true, force: true }))
  const archive = join(folder, 'base.tar')
  await git('archive', '--output', archive, commit)
  await run('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
  await linkPackages(folder)
  return folder
}

async function git(...args: string[]): Promise<string> {
  return (await run('git', args, { cwd: PROJECT_ROOT })).stdout.trim()
}

/** The packages of this checkout, but the workspaces of the old version. */
async function linkPackages(folder: string): Promise<void> {
  const installed = join(PROJECT_ROOT, 'node_modules')
  const own = join(folder, 'node_modules', '@quartermaster')
  await mkdir(own, { recursive: true })
  for (const name of await readdir(installed)) {
    if (name !== '@quartermaster') await symlink(join(installed, name), join(folder, 'node_modules', name))
  }
  for (const name of await readdir(join(installed, '@quartermaster')))
    await symlink(join(folder, name), join(own, name))
  for (const name of ['server', 'local-postgres', 'sdk', 'contract']) {
    const packages = join(PROJECT_ROOT, name, 'node_modules')
    if (existsSync(packages)) await symlink(packages, join(folder, name, 'node_modules'))
  }
}
