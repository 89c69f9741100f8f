import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Game = Awaited<ReturnType<typeof openGame>>

/** The game of an example client: a file for the commands, and a file with the online players. */
export async function openGame() {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-example-'))
  const console = join(folder, 'console')
  const players = join(folder, 'players')
  const journal = join(folder, 'quartermaster.journal')
  writeFileSync(console, '')
  writeFileSync(players, '[]')
  return {
    console,
    players,
    folder,
    join: (...names: string[]) => writeFileSync(players, JSON.stringify(names)),
    /** The commands that ran, in order. */
    lines: () => linesOf(console),
    journaled: () => (existsSync(journal) ? linesOf(journal).filter(Boolean) : []),
    /** Removes a line from the journal, as an owner does after a check. */
    removeFromJournal: (line: string) => writeFileSync(journal, readFileSync(journal, 'utf8').replace(`${line}\n`, '')),
    close: () => rm(folder, { recursive: true }),
  }
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').slice(0, -1)
}
