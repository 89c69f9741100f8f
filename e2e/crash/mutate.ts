import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Mutant } from './mutant.ts'

export type Copy = { root: string; remove(): Promise<void> }

/** Copies the product and breaks the copy. Refuses to go on when the code no longer has what is to be broken. */
export async function mutate(projectRoot: string, { name, edits }: Mutant): Promise<Copy> {
  const root = await mkdtemp(join(tmpdir(), 'quartermaster-mutant-'))
  const remove = () => rm(root, { recursive: true, force: true })
  try {
    await copyProduct(projectRoot, root)
    for (const { file, find, replace } of edits) {
      const path = join(root, 'server', file)
      const text = await readFile(path, 'utf8')
      const found = text.split(find).length - 1
      if (found !== 1) {
        throw new Error(
          `The mutant "${name}" cannot be made: server/${file} holds this ${found} times, not once:\n${find}`,
        )
      }
      // A function, because the code may hold `$&` and the like.
      await writeFile(
        path,
        text.replace(find, () => replace),
      )
    }
  } catch (error) {
    await remove()
    throw error
  }
  return { root, remove }
}

/** Packages are not copied: they are found through links, as in a workspace. */
async function copyProduct(from: string, to: string): Promise<void> {
  for (const part of ['server', 'agent']) {
    await cp(join(from, part), join(to, part), {
      recursive: true,
      filter: (path) => !['node_modules', 'test', 'dist'].includes(basename(path)) && !path.endsWith('.test.ts'),
    })
  }
  await mkdir(join(to, 'e2e/crash'), { recursive: true })
  for (const file of ['package.json', 'e2e/package.json', 'e2e/crash/victim.ts'])
    await cp(join(from, file), join(to, file))
  await symlink(join(from, 'node_modules'), join(to, 'node_modules'))
  await symlink(join(from, 'server/node_modules'), join(to, 'server/node_modules'))
}
