export type CsvRow = {
  /** Where it begins in the file, counted from 1. */
  line: number
  cells: string[]
}

/**
 * Reads a CSV file (RFC 4180). Spreadsheet programs of many countries separate by semicolons, so the first line decides. The
 * apostrophe that our export puts before a formula is removed.
 */
export function parseCsv(text: string): CsvRow[] {
  const source = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(source)
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let cell = ''
  let line = 1
  let isQuoted = false

  function endCell(): void {
    row.cells.push(cell.replace(/^'(?=[=+\-@\t\r])/, ''))
    cell = ''
  }
  function endRow(): void {
    endCell()
    if (row.cells.some((value) => value.trim() !== '')) rows.push(row)
    row = { line: line + 1, cells: [] }
  }

  for (let at = 0; at < source.length; at++) {
    const character = source[at] ?? ''
    if (isQuoted) {
      if (character === '\n') line++
      if (character !== '"') cell += character
      else if (source[at + 1] === '"') cell += source[++at] ?? ''
      else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) endCell()
    else if (character === '\n') {
      endRow()
      line++
      row.line = line
    } else if (character !== '\r') cell += character
  }
  endRow()
  return rows
}

function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  return [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ','
}
