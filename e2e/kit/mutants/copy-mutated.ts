import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { applyEdit, type Mutant } from './mutant.ts'
import { PROJECT_ROOT } from '../run-command.ts'

export type Copy = { root: string; remove(): Promise<void> }

/**
 * Copies the server, the agent and `files` of a harness that run with them, and applies a mutant to the copy. Packages
 * are linked, as in a workspace.
 */
export async function copyMutated({ edits }: Pick<Mutant, 'edits'>, files: string[] = []): Promise<Copy> {
  const root = await mkdtemp(join(tmpdir(), 'quartermaster-mutant-'))
  const remove = () => rm(root, { recursive: true, force: true })
  try {
    await copyProduct(root)
    for (const file of files) await cp(join(PROJECT_ROOT, file), join(root, file))
    for (const edit of edits) {
      const path = join(root, edit.file)
      await writeFile(path, applyEdit(await readFile(path, 'utf8'), edit))
    }
  } catch (error) {
    await remove()
    throw error
  }
  return { root, remove }
}

async function copyProduct(root: string): Promise<void> {
  for (const part of ['server', 'agent']) {
    await cp(join(PROJECT_ROOT, part), join(root, part), {
      recursive: true,
      filter: (path) => !['node_modules', 'test', 'dist'].includes(basename(path)) && !path.endsWith('.test.ts'),
    })
  }
  await cp(join(PROJECT_ROOT, 'package.json'), join(root, 'package.json'))
  await symlink(join(PROJECT_ROOT, 'node_modules'), join(root, 'node_modules'))
  await symlink(join(PROJECT_ROOT, 'server/node_modules'), join(root, 'server/node_modules'))
}
