import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../../e2e/kit/run-command.ts'
import { SECRET_KEYS } from '../../e2e/kit/start-server.ts'
import type { RunningCell } from './start-cells.ts'

type Comparison = { cell: RunningCell; storeId: string; folder: string; emptyUrl: string; root: string }

/** Exports a store, imports it into an empty installation and exports it there. Only the time in the manifests may differ. */
export async function compareExports({ cell, storeId, folder, emptyUrl, root }: Comparison): Promise<boolean> {
  const passphrase = join(folder, 'passphrase')
  await writeFile(passphrase, 'correct horse battery staple')
  const run = (args: string[], databaseUrl: string) =>
    runCommand([...args, '--passphrase-file', passphrase, '--json'], { databaseUrl, root, env: { SECRET_KEYS } })
  const exportFrom = async (databaseUrl: string, file: string) => {
    const printed = await run(['store', 'export', '--store', storeId, '--to', file], databaseUrl)
    return (JSON.parse(printed) as { sha256?: string }).sha256
  }
  const file = join(folder, 'first.zip')
  const first = await exportFrom(cell.databaseUrl, file)
  await run(['store', 'import', '--from', file], emptyUrl)
  return first !== undefined && (await exportFrom(emptyUrl, join(folder, 'second.zip'))) === first
}
