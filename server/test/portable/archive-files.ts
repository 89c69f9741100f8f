import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import type { Manifest } from '../../src/portable/manifest.ts'
import { openArchive } from '../../src/portable/read-archive.ts'

export type Change = {
  manifest?: (manifest: Manifest) => void
  files?: (files: Map<string, Buffer>) => void
  fixSums?: boolean
}

/** The files of an archive, without its manifest. */
export async function contentOf(file: string): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(await readFile(file), {})
  const content: Record<string, string> = {}
  for await (const entry of zip.eachEntry())
    if (entry.fileName !== 'manifest.json')
      content[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString()
  return content
}

/** The archive with other content. `fixSums` writes a manifest that fits. */
export async function alter(
  file: string,
  { manifest: changeManifest, files: changeFiles, fixSums }: Change,
): Promise<Buffer> {
  const { manifest: changed, close } = await openArchive(file)
  close()
  const files = new Map(Object.entries(await contentOf(file)).map(([path, text]) => [path, Buffer.from(text)]))
  changeFiles?.(files)
  if (fixSums === true)
    changed.files = Object.fromEntries(
      [...files].map(([path, body]) => [
        path,
        {
          rows: body.toString().split('\n').length - 1,
          bytes: body.length,
          sha256: createHash('sha256').update(body).digest('hex'),
        },
      ]),
    )
  changeManifest?.(changed)
  const zip = new ZipFile()
  for (const [path, body] of files) zip.addBuffer(body, path)
  zip.addBuffer(Buffer.from(JSON.stringify(changed)), 'manifest.json')
  zip.end()
  return buffer(zip.outputStream)
}

export function replace(files: Map<string, Buffer>, path: string, from: string, to: string): void {
  files.set(path, Buffer.from((files.get(path) ?? '').toString().replace(from, to)))
}

export function setField(files: Map<string, Buffer>, path: string, field: string, value: string): void {
  const text = (files.get(path) ?? '').toString()
  files.set(path, Buffer.from(text.replace(new RegExp(`"${field}":-?\\d+`), `"${field}":${value}`)))
}
