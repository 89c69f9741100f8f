import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

export type AppendFile = {
  /** Resolves when the text is on disk. Texts that arrive during a write are written together in the next one. */
  append: (text: string) => Promise<void>
  /** Replaces the whole content atomically, after all earlier appends. */
  replace: (content: () => string) => Promise<void>
  size: () => number
  close: () => Promise<void>
}

/** After the first failure nothing more is written. The next start reads what is in the file. */
export async function openAppendFile(path: string, size: number): Promise<AppendFile> {
  let file = await open(path, 'a', 0o600)
  await syncFolder(path)
  let buffered = ''
  let length = size
  let lastTask: Promise<void> = Promise.resolve()
  let nextFlush: Promise<void> | undefined

  async function flush(): Promise<void> {
    const bytes = Buffer.from(buffered)
    buffered = ''
    nextFlush = undefined
    await file.writeFile(bytes)
    await file.datasync()
    length += bytes.length
  }

  async function replaceContent(content: string): Promise<void> {
    const bytes = Buffer.from(content)
    await writeNewFile(`${path}.new`, bytes)
    // Windows does not replace an open file.
    await file.close()
    await rename(`${path}.new`, path)
    await syncFolder(path)
    file = await open(path, 'a')
    length = bytes.length
  }

  function enqueue(task: () => Promise<void>): Promise<void> {
    lastTask = lastTask.then(task)
    // The caller handles the rejection. This prevents an unhandled one if the caller does not wait.
    lastTask.catch(() => undefined)
    return lastTask
  }

  return {
    append(text) {
      buffered += text
      nextFlush ??= enqueue(flush)
      return nextFlush
    },
    replace: (content) => enqueue(() => replaceContent(content())),
    size: () => length,
    async close() {
      await lastTask.catch(() => undefined)
      await file.close()
    },
  }
}

async function writeNewFile(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600)
  await file.writeFile(bytes)
  await file.sync()
  await file.close()
}

/** A new file name is durable only after its folder is synced. Windows neither supports nor needs this. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r').catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}
