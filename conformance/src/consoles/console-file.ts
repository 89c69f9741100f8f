import { closeSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type ConsoleFile = {
  path: string
  playersPath: string
  readNewLines: () => string[]
  writePlayers: (online: string[]) => void
  close: () => void
}

/** Creates a file to which the client appends one line per command, and a file that lists the players in the game. */
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
    /** Returns the complete new lines. It is synchronous, so a line written before a request is seen before it. */
    readNewLines() {
      for (;;) {
        const bytesRead = readSync(file, chunk, 0, chunk.length, position)
        if (bytesRead === 0) break
        position += bytesRead
        rest = Buffer.concat([rest, chunk.subarray(0, bytesRead)])
      }
      const end = rest.lastIndexOf(0x0a)
      if (end < 0) return []
      const lines = rest.subarray(0, end).toString().split('\n')
      rest = rest.subarray(end + 1)
      return lines.filter((line) => line !== '')
    },
    /** Replaces the file in one step, so that a client never reads half a list. */
    writePlayers(online) {
      writeFileSync(`${playersPath}.new`, JSON.stringify(online))
      renameSync(`${playersPath}.new`, playersPath)
    },
    close: () => closeSync(file),
  }
}
