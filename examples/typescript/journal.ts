import { fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

type Word = 'begun' | 'ended' | 'failed'

/** How far each element came. On disk before the next thing happens, so that a crash neither doubles nor forgets. */
export function openJournal(path: string) {
  const file = openSync(path, 'a+')
  const steps: Record<Word, Map<string, number>> = { begun: new Map(), ended: new Map(), failed: new Map() }
  const text = readFileSync(path, 'utf8')
  for (const [, word, step, id] of text.matchAll(/^(begun|ended|failed) (\d+) (\S+)$/gm)) {
    steps[word as Word].set(id ?? '', Number(step))
  }
  // The id stands last in a line, so a line that a crash has torn names nobody.
  if (!text.endsWith('\n')) writeSync(file, '\n')

  return {
    write(word: Word, step: number, id: string): void {
      writeSync(file, `${word} ${step} ${id}\n`)
      fsyncSync(file)
      steps[word].set(id, step)
    },
    /** The newest step that was begun, ended or failed; -1: none. */
    last: (word: Word, id: string): number => steps[word].get(id) ?? -1,
  }
}
