import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|svg|html)$/

/** Writes `.br` and `.gz` beside every text, so that the server compresses nothing. */
export function compressFiles(): Plugin {
  let folder = ''
  return {
    name: 'compress-files',
    configResolved: ({ root, build }) => void (folder = join(root, build.outDir)),
    // Not closeBundle, which also runs after an error and would hide it.
    async writeBundle() {
      const files = (await readdir(folder, { recursive: true })).filter((file) => TEXT.test(file))
      await Promise.all(
        files.map(async (file) => {
          const path = join(folder, file)
          const body = await readFile(path)
          await writeFile(`${path}.br`, await promisify(brotliCompress)(body))
          await writeFile(`${path}.gz`, await promisify(gzip)(body))
        }),
      )
    },
  }
}
