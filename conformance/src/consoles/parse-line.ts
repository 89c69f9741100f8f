/** How the console splits a line. `words`: at spaces only. `quotes`: also at `;`, and quotes hold words together. */
export type ConsoleKind = 'quotes' | 'words'

const SELECTOR = /^@[a-z]/

/** Returns the commands that a game would read in the sent text, each as a list of words. */
export function parseLine(sent: string, kind: ConsoleKind): string[][] {
  return sent
    .split(/[\r\n]+/)
    .flatMap((line) => (kind === 'words' ? [line.split(' ').filter(Boolean)] : splitQuoted(line)))
    .filter((words) => words.length > 0)
}

/** True if the game would read the word as a selector, such as `@a` for all players, instead of a name. */
export function isSelector(word: string): boolean {
  return SELECTOR.test(word)
}

/** Spaces separate words and `;` separates commands, except in double quotes, where a backslash escapes. */
function splitQuoted(line: string): string[][] {
  const commands: string[][] = [[]]
  let word: string | undefined
  let isQuoted = false

  const endWord = () => {
    if (word !== undefined) commands.at(-1)?.push(word)
    word = undefined
  }
  for (let i = 0; i < line.length; i++) {
    const character = line[i] ?? ''
    if (character === '"') {
      isQuoted = !isQuoted
      word ??= ''
    } else if (isQuoted && character === '\\' && /["\\]/.test(line[i + 1] ?? '')) {
      word = `${word ?? ''}${line[++i] ?? ''}`
    } else if (!isQuoted && /\s/.test(character)) {
      endWord()
    } else if (!isQuoted && character === ';') {
      endWord()
      commands.push([])
    } else {
      word = `${word ?? ''}${character}`
    }
  }
  endWord()
  return commands
}
