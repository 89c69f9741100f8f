import { closeSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type ConsoleFile = {
  path: string
  playersPath: string
  follow: () => string[]
  tell: (online: string[]) => void
  close: () => void
}

/** A file that the client appends a line to for every command, and another that says who plays. */
export function openConsoleFile(folder: string): ConsoleFile {
  const path = join(folder, 'console.txt')
  const playersPath = join(folder, 'players.json')
  writeFileSync(path, '')
  writeFileSync(playersPath, '[]')
  const file = openSync(path, 'r')
  const chunk = Buffer.alloc(64 * 1024)
  let position = 0
  let rest = Buffer.alloc(0)

  return {
    path,
    playersPath,
    /** The whole lines that came since the last look. Read at once, so what was written before a request counts before it. */
    follow() {
      for (;;) {
        const read = readSync(file, chunk, 0, chunk.length, position)
        if (read === 0) break
        position += read
        rest = Buffer.concat([rest, chunk.subarray(0, read)])
      }
      const end = rest.lastIndexOf(0x0a)
      if (end < 0) return []
      const lines = rest.subarray(0, end).toString().split('\n')
      rest = rest.subarray(end + 1)
      return lines.filter((line) => line !== '')
    },
    /** Put in place as a whole: a client that reads meanwhile must not meet half a list. */
    tell(online) {
      writeFileSync(`${playersPath}.new`, JSON.stringify(online))
      renameSync(`${playersPath}.new`, playersPath)
    },
    close: () => closeSync(file),
  }
}
