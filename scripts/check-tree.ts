import { glob, readFile } from 'node:fs/promises'
import { extname, sep } from 'node:path'

const LINES_MOST = 250
const SOURCE = /^(server|contract|sdk|agent|conformance)\/src\//
const TEST = /\.test\.ts$/
/** Written by a program from a document; as long as the document. */
const GENERATED = new Set([
  'sdk/src/manage/manage-types.ts',
  'sdk/src/manage/manage-calls.ts',
  'server/src/db/tables.ts',
])
/** Names that say nothing of the domain, and so gather everything. */
const EMPTY_NAMES = ['utils', 'helpers', 'common', 'shared', 'misc']
const NOT_OURS = new Set(['node_modules', '.git', '.quartermaster', 'coverage', 'dist'])
const TEXT = new Set([
  '',
  '.ts',
  '.mts',
  '.mjs',
  '.js',
  '.json',
  '.sql',
  '.md',
  '.yml',
  '.yaml',
  '.lua',
  '.css',
  '.html',
])

type Check = (path: string, text: string) => string[]

const noEmptyNames: Check = (path) => {
  const named = path.split('/').find((part) => EMPTY_NAMES.includes(part.split('.')[0] ?? ''))
  return named === undefined ? [] : [`${path}: "${named}" says nothing; name it after what it does`]
}

/** Such a folder cannot exist in this tree, so a path to one leads out of it. */
const emptyPath = new RegExp(`\\.\\./(${EMPTY_NAMES.join('|')})\\b`)
const noEmptyPaths: Check = (path, text) =>
  linesMatching(text, emptyPath).map((line) => `${path}:${line}: points to a folder that cannot exist here`)

const notTooLong: Check = (path, text) => {
  if (!SOURCE.test(path) || TEST.test(path) || GENERATED.has(path)) return []
  const length = text.replace(/\n$/, '').split('\n').length
  return length > LINES_MOST ? [`${path}: ${length} lines; split what is above ${LINES_MOST}`] : []
}

const switchedOff = /\b(test|it|describe|suite|bench)(\.\w+)*\.(skip|only|todo)\b/
const noTestSwitchedOff: Check = (path, text) => {
  if (!TEST.test(path)) return []
  return linesMatching(text, switchedOff).map(
    (line) => `${path}:${line}: a test is switched off, or switches others off`,
  )
}

const CHECKS = [noEmptyNames, noEmptyPaths, notTooLong, noTestSwitchedOff]

const faults: string[] = []
for await (const entry of glob('**/*', { withFileTypes: true, exclude: ({ name }) => NOT_OURS.has(name) })) {
  if (!entry.isFile() || !TEXT.has(extname(entry.name))) continue
  const full = `${entry.parentPath}${sep}${entry.name}`
  const path = full.slice(process.cwd().length + 1).replaceAll(sep, '/')
  const text = await readFile(full, 'utf8')
  faults.push(...CHECKS.flatMap((check) => check(path, text)))
}
if (faults.length > 0) {
  console.error(faults.sort().join('\n'))
  process.exitCode = 1
}

function linesMatching(text: string, pattern: RegExp): number[] {
  return text.split('\n').flatMap((line, index) => (pattern.test(line) ? [index + 1] : []))
}
