import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

export type AppendFile = {
  /** Resolves when the text is on the disk. Texts that come while others are written go together in the next write. */
  append: (text: string) => Promise<void>
  /** Puts another content in its place, at once or not at all; waits for what was appended before. */
  replace: (content: () => string) => Promise<void>
  size: () => number
  close: () => Promise<void>
}

/** After the first failure nothing is written any more: what the file holds then is for the next start to find out. */
export async function openAppendFile(path: string, size: number): Promise<AppendFile> {
  let file = await open(path, 'a', 0o600)
  await syncFolder(path)
  let waiting = ''
  let length = size
  let tail: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  async function flush(): Promise<void> {
    const bytes = Buffer.from(waiting)
    waiting = ''
    next = undefined
    await file.writeFile(bytes)
    await file.datasync()
    length += bytes.length
  }

  async function put(content: string): Promise<void> {
    const bytes = Buffer.from(content)
    const fresh = await writeWhole(`${path}.new`, bytes)
    await rename(`${path}.new`, path)
    await syncFolder(path)
    await file.close()
    file = fresh
    length = bytes.length
  }

  function queue(work: () => Promise<void>): Promise<void> {
    tail = tail.then(work)
    // Whoever appended learns of it; this is for those who only queue behind.
    tail.catch(() => undefined)
    return tail
  }

  return {
    append(text) {
      waiting += text
      next ??= queue(flush)
      return next
    },
    replace: (content) => queue(() => put(content())),
    size: () => length,
    async close() {
      await tail.catch(() => undefined)
      await file.close()
    },
  }
}

async function writeWhole(path: string, bytes: Buffer): Promise<FileHandle> {
  const file = await open(path, 'w', 0o600)
  await file.writeFile(bytes)
  await file.sync()
  await file.close()
  return open(path, 'a')
}

/** A new name is on the disk when its folder is. Windows cannot do this and need not. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r').catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}
