/**
 * A deliberate, realistic fault. Each edit changes the code after a marker: a comment `// mutant: <name>` in
 * TypeScript or `-- mutant: <name>` in SQL, alone on its line. The marked code is the line below the marker with all
 * lines that are indented deeper, and the closing bracket of the block.
 */
export type Mutant = {
  name: string
  /** Is noticed quickly, and so is part of the short form. */
  short?: true
  edits: Edit[]
}

export type Edit = {
  /** From the root of the project, such as `server/src/db/database.ts`. */
  file: string
  marker: string
} & Change

type Change =
  /** Replaces all of the marked code. An empty text removes it. */
  | { replace: string }
  /** Replaces a part of the marked code. `find` occurs there once and is within one line. */
  | { find: string; by: string }
  /** Adds code before or after the marked code. */
  | { before: string }
  | { after: string }

/** A mutant with one edit can be written without `edits`. */
export function defineMutants(list: (Mutant | (Omit<Mutant, 'edits'> & Edit))[]): Mutant[] {
  return list.map((mutant) => ('edits' in mutant ? mutant : { ...mutant, edits: [mutant] }))
}

type Marked = { start: number; end: number; text: string }

/** Returns the text of the file with the change. Throws if the marker or the searched part is missing. */
export function applyEdit(text: string, edit: Edit): string {
  const marked = findMarked(text, edit)
  return text.slice(0, marked.start) + changed(marked, edit) + text.slice(marked.end)
}

/** The names of all markers in a file. */
export function readMarkers(text: string): string[] {
  return [...text.matchAll(/^[ \t]*(?:\/\/|--) mutant: ([a-z0-9-]+)$/gm)].map(([, name = '']) => name)
}

function findMarked(text: string, { file, marker }: Edit): Marked {
  const found = [...text.matchAll(new RegExp(`^[ \\t]*(?://|--) mutant: ${marker}\\n`, 'gm'))]
  const [match] = found
  if (!match || found.length > 1) throw new Error(`${file} has the marker "${marker}" ${found.length} times, not once`)
  const afterMarker = match.index + match[0].length
  // Several markers can stand above the same code.
  const [comments = ''] = /^(?:[ \t]*(?:\/\/|--) .*\n)*/.exec(text.slice(afterMarker)) ?? []
  const start = afterMarker + comments.length
  const end = start + blockLength(text.slice(start))
  return { start, end, text: text.slice(start, end) }
}

/** The first line, the lines that are indented deeper, and a closing bracket at the indentation of the first line. */
function blockLength(text: string): number {
  const [first = '', ...rest] = text.split('\n')
  const indent = indentOf(first)
  let length = first.length + 1
  for (const line of rest) {
    const isInside = line.trim() === '' ? false : indentOf(line) > indent
    const isClosing = indentOf(line) === indent && /^\s*[)\]}`]/.test(line)
    if (!isInside && !isClosing) break
    length += line.length + 1
    // `} else {` goes on with the block.
    if (isClosing && !/[({[]$/.test(line)) break
  }
  return Math.min(length, text.length)
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function changed({ text }: Marked, edit: Edit): string {
  if ('replace' in edit) return edit.replace === '' ? '' : `${edit.replace}\n`
  if ('before' in edit) return `${edit.before}\n${text}`
  if ('after' in edit) return `${text}${edit.after}\n`
  const count = text.split(edit.find).length - 1
  if (count !== 1 || edit.find.includes('\n')) {
    throw new Error(`${edit.file}: the code at "${edit.marker}" has this part ${count} times, not once: ${edit.find}`)
  }
  // A function, because the new text can contain `$&`.
  return text.replace(edit.find, () => edit.by)
}
