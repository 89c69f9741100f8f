import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Without times, owners and the order of the disk, so that the same files give the same bytes. */
const OPTIONS = [
  '--sort=name',
  '--mtime=@0',
  '--mode=u+w,go-w,a+r',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--format=ustar',
]

/** Packs the files of a folder, without the folder itself, into a reproducible .tar.gz. */
export async function writeArchive(folder: string, file: string): Promise<void> {
  const files = ['-C', folder, '-cf', file, ...(await readdir(folder)).toSorted()]
  await promisify(execFile)('tar', ['--use-compress-program=gzip -n', ...OPTIONS, ...files])
}
