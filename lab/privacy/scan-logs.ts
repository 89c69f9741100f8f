import { readFile, writeFile } from 'node:fs/promises'
import { formsOf } from '../../server/test/players/scan-database.ts'

export type LogScan = { lines: number; hits: string[] }

/** Finds the lines of logs that contain a value in any encoding. Returns them as `file:line`, without their text. */
export async function scanLogs(files: string[], value: string): Promise<LogScan> {
  const forms = formsOf(value).map((form) => Buffer.from(form).toString('latin1'))
  const found: LogScan = { lines: 0, hits: [] }
  for (const file of files) {
    const lines = (await readFile(file, 'latin1')).split('\n')
    found.lines += lines.length - 1
    for (const [i, line] of lines.entries()) {
      if (forms.some((form) => line.includes(form))) found.hits.push(`${file}:${i + 1}`)
    }
  }
  return found
}

/** Writes a log with the value in each encoding, and checks that the search finds every line. */
export async function isSearchComplete(file: string, value: string): Promise<boolean> {
  const lines = formsOf(value).map((form) => `{"msg":"${form}"}\n`)
  await writeFile(file, ['fine\n', ...lines].join(''))
  const { hits } = await scanLogs([file], value)
  return hits.length === lines.length
}
