/** How the console under test reads a line. `words`: blanks only, and `@` selects. `console`: also `;` and quotes. */
export type ConsoleKind = 'console' | 'words'

const SELECTOR = /^@[a-z]/

/** The commands that a game would make of what was sent to it, each as its words. */
export function readLine(sent: string, kind: ConsoleKind): string[][] {
  return sent
    .split(/[\r\n]+/)
    .flatMap((line) => (kind === 'words' ? [line.split(' ').filter(Boolean)] : splitLikeAShell(line)))
    .filter((words) => words.length > 0)
}

/** A word that the game would read as everybody, or as somebody else, instead of as a name. */
export function isSelector(word: string): boolean {
  return SELECTOR.test(word)
}

/** Blanks part words, `;` parts commands, double quotes hold together, and a backslash in quotes keeps what follows. */
function splitLikeAShell(line: string): string[][] {
  const commands: string[][] = [[]]
  let word: string | undefined
  let quoted = false

  const endWord = () => {
    if (word !== undefined) commands.at(-1)?.push(word)
    word = undefined
  }
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? ''
    if (character === '"') {
      quoted = !quoted
      word ??= ''
    } else if (quoted && character === '\\' && /["\\]/.test(line[at + 1] ?? '')) {
      word = `${word ?? ''}${line[++at] ?? ''}`
    } else if (!quoted && /\s/.test(character)) {
      endWord()
    } else if (!quoted && character === ';') {
      endWord()
      commands.push([])
    } else {
      word = `${word ?? ''}${character}`
    }
  }
  endWord()
  return commands
}
