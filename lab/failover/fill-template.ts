import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_ROOT } from '../../e2e/kit/run-command.ts'

const FOLDER = join(PROJECT_ROOT, 'deploy/ha')
const execute = promisify(execFile)

/** A change of a file in `deploy/ha`. `find` occurs there once. */
export type ConfigurationEdit = { file: string; find: string; by: string }

export type Templates = { values: Record<string, string>; edits: ConfigurationEdit[] }

/** Fills a file of `deploy/ha` as an operator does, with `sed -f values.sed`. */
export async function fillTemplate(
  file: string,
  { values, edits }: Templates,
  { own = {}, to }: { own?: Record<string, string>; to: string },
): Promise<void> {
  let script = await readFile(join(FOLDER, 'values.sed'), 'utf8')
  for (const [name, value] of Object.entries({ ...values, ...own })) {
    const line = new RegExp(`^s\\|@${name}@\\|.*\\|g$`, 'm')
    if (!line.test(script)) throw new Error(`values.sed has no ${name}`)
    script = script.replace(line, `s|@${name}@|${value}|g`)
  }
  await writeFile(`${to}.sed`, script)
  const { stdout } = await execute('sed', ['-f', `${to}.sed`, join(FOLDER, file)])
  const [unfilled] = /@[A-Z0-9_]+@/.exec(stdout) ?? []
  if (unfilled !== undefined) throw new Error(`values.sed has no value for ${unfilled} in ${file}`)
  await writeFile(to, edits.filter((edit) => edit.file === file).reduce(applyEdit, stdout))
}

function applyEdit(text: string, { file, find, by }: ConfigurationEdit): string {
  const count = text.split(find).length - 1
  if (count !== 1) throw new Error(`deploy/ha/${file} has "${find}" ${count} times, not once`)
  return text.replace(find, () => by)
}
