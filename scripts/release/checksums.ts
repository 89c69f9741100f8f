import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = 'SHA256SUMS'

/** Writes SHA256SUMS, which `sha256sum --check` reads. Returns the checksum of each file. */
export async function writeChecksums(folder: string): Promise<Map<string, string>> {
  const sums = new Map<string, string>()
  for (const name of (await readdir(folder)).toSorted())
    sums.set(
      name,
      createHash('sha256')
        .update(await readFile(join(folder, name)))
        .digest('hex'),
    )
  await writeFile(join(folder, FILE), [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join(''))
  return sums
}

/** One signature covers all files: that of the checksums. It is checked with the public key, which lies next to the secret one. */
export function signChecksums(folder: string, { key, version }: { key: string; version: string }): void {
  const file = join(folder, FILE)
  runMinisign(['-S', '-s', key, '-m', file, '-t', `quartermaster ${version}`])
  runMinisign(['-V', '-p', key.replace(/(\.key)?$/, '.pub'), '-m', file])
}

/** It asks for the password of the key, if it has one. */
function runMinisign(args: string[]): void {
  const { status, error } = spawnSync('minisign', args, { stdio: 'inherit' })
  if (error) throw new Error('minisign is missing. Run: apt-get install minisign', { cause: error })
  if (status !== 0) throw new Error(`minisign ${args.join(' ')} failed. The release is not signed.`)
}
