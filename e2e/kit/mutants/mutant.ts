/** A deliberate, realistic fault. The code of the product does not mention it: each edit finds its place by what is written there. */
export type Mutant = {
  name: string
  /** Is noticed quickly, and so is part of the short form. */
  short?: true
  edits: Edit[]
}

/** A piece of code. If it is gone or there are two of them, a quick test fails. */
export type Place = {
  /** From the root of the project, such as `server/src/db/database.ts`. */
  file: string
  /** The function or constant that contains the code. Without it, the code is anywhere in the file. */
  in?: string
  /**
   * How the only such line of the function begins. The code is this line, the lines below it that are indented deeper, and the closing
   * bracket. Without it, the code is the whole function.
   */
  at?: string
}

export type Edit = Place & Change

type Change =
  /** Replaces the code. An empty text removes it. */
  | { replace: string }
  /** Replaces a part of the code. `find` occurs there once and is within one line. */
  | { find: string; by: string }
  /** Adds code before or after it. */
  | { before: string }
  | { after: string }

/** A mutant with one edit can be written without `edits`. */
export function defineMutants(list: (Mutant | (Omit<Mutant, 'edits'> & Edit))[]): Mutant[] {
  return list.map((mutant) => ('edits' in mutant ? mutant : { ...mutant, edits: [mutant] }))
}

/** By file and function: the name of a fault, what is found there, and what replaces it. Without a replacement, it is removed. */
type Faults = Record<string, Record<string, [name: string, find: string, by?: string][]>>

/** Mutants that change one part of the code each. */
export function mutantsOf(faults: Faults): Mutant[] {
  return Object.entries(faults).flatMap(([file, functions]) =>
    Object.entries(functions).flatMap(([within, rows]) =>
      rows.map(([name, find, by = '']) => ({ name, edits: [{ file, in: within, find, by }] })),
    ),
  )
}

/** Offsets in the text of a file. */
export type Range = { start: number; end: number }

/** Returns the text of the file with the change. Throws if the place or the searched part is not there once. */
export function applyEdit(text: string, edit: Edit): string {
  const { start, end } = findPlace(text, edit)
  return text.slice(0, start) + changed(text.slice(start, end), edit) + text.slice(end)
}

export function findPlace(text: string, { file, in: name, at }: Place): Range {
  let range = { start: 0, end: text.length }
  if (name !== undefined) {
    const declaration = new RegExp(`^(?:export )?(?:async )?(?:function|const) ${name}\\b`)
    range = findBlock(text, range, (line) => declaration.test(line), `${file}: ${name}`)
  }
  if (at === undefined) return range
  return findBlock(text, range, (line) => line.startsWith(at), `${file}: ${name ?? 'the file'}: the line "${at}"`)
}

function findBlock(text: string, { start, end }: Range, isFirst: (line: string) => boolean, what: string): Range {
  const lines = text.slice(start, end).split(/(?<=\n)/)
  const found = [...lines.keys()].filter((i) => isFirst(lines[i]?.trimStart() ?? ''))
  const [first] = found
  if (first === undefined || found.length > 1) throw new Error(`${what} is there ${found.length} times, not once`)
  const from = start + lines.slice(0, first).join('').length
  return { start: from, end: from + readBlock(lines.slice(first)).join('').length }
}

/** The first line, the lines that are indented deeper, and a closing bracket at the indentation of the first line. */
function readBlock(lines: string[]): string[] {
  const indent = indentOf(lines[0] ?? '')
  let count = 1
  for (const [i, line] of lines.entries()) {
    if (i === 0 || line.trim() === '') continue
    const isClosing = indentOf(line) === indent && /^\s*[)\]}`]/.test(line)
    if (indentOf(line) <= indent && !isClosing) break
    count = i + 1
    // `} else {` goes on with the block.
    if (isClosing && !/[({[]$/.test(line.trimEnd())) break
  }
  return lines.slice(0, count)
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function changed(code: string, edit: Edit): string {
  if ('replace' in edit) return edit.replace === '' ? '' : `${edit.replace}\n`
  if ('before' in edit) return `${edit.before}\n${code}`
  if ('after' in edit) return `${code}${edit.after}\n`
  const { file, in: name, at, find, by } = edit
  const count = code.split(find).length - 1
  if (count !== 1 || find.includes('\n')) {
    throw new Error(`${file}: ${[name, at].join(' ')} contains this part ${count} times, not once: ${find}`)
  }
  // A function, because the new text can contain `$&`.
  return code.replace(find, () => by)
}
