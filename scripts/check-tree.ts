import { glob, readFile } from 'node:fs/promises'
import { dirname, extname, sep } from 'node:path'

const MAX_LINES = 250
const MAX_FILES = 25
const SOURCE = /^(server|dashboard|contract|sdk|agent|conformance)\/src\//
const TEST = /\.test\.ts$/
/** Generated from the OpenAPI document or from the database. */
const GENERATED = new Set([
  'sdk/src/manage/manage-types.ts',
  'sdk/src/storefront/storefront-types.ts',
  'sdk/src/manage/manage-calls.ts',
  'server/src/db/tables.ts',
])
/** Folders and files with these names tend to collect unrelated code. */
const VAGUE_NAMES = ['utils', 'helpers', 'common', 'shared', 'misc']
const IGNORED_FOLDERS = new Set(['node_modules', '.git', '.quartermaster', 'coverage', 'dist'])
const TEXT_EXTENSIONS = new Set([
  '',
  '.ts',
  '.tsx',
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

const noVagueNames: Check = (path) => {
  const vague = path.split('/').find((part) => VAGUE_NAMES.includes(part.split('.')[0] ?? ''))
  return vague === undefined ? [] : [`${path}: "${vague}" is too vague. Name it after its purpose.`]
}

/** No folder of this tree has such a name, so a relative path to one leaves the tree. */
const vaguePath = new RegExp(`\\.\\./(${VAGUE_NAMES.join('|')})\\b`)
const noVaguePaths: Check = (path, text) =>
  matchingLines(text, vaguePath).map((line) => `${path}:${line}: this path leads to a folder outside of the project`)

const notTooLong: Check = (path, text) => {
  if (!SOURCE.test(path) || TEST.test(path) || GENERATED.has(path) || path.endsWith('.css')) return []
  const length = text.replace(/\n$/, '').split('\n').length
  return length > MAX_LINES ? [`${path}: ${length} lines. Split the file; the limit is ${MAX_LINES}.`] : []
}

const disabledTest = /\b(test|it|describe|suite|bench)(\.\w+)*\.(skip|only|todo)\b/
const noDisabledTests: Check = (path, text) => {
  if (!TEST.test(path)) return []
  return matchingLines(text, disabledTest).map(
    (line) => `${path}:${line}: this test is disabled, or disables others. Remove .skip, .only or .todo.`,
  )
}

/** Written as `request.host`, `request.headers['x-forwarded-for']`, `({ ip }) =>`, `{ host }: FastifyRequest` or `const { host } = request.headers`. */
const RAW_PARTS = [
  /\brequest\.(raw\.)?(ip|ips|host|hostname|port|protocol)\b/,
  /\bheaders\??\.?(host\b|\[['"](host|forwarded|x-forwarded-[\w-]+)['"]\])/,
  /\bremoteAddress\b/,
  /\{[^{}]*(\b(ip|ips|host|hostname|protocol)\b|['"]x-forwarded)[^{}]*\}(\)? =>|, \w+\) =>|(: FastifyRequest| = request)\b)/,
  /\bheaders: \{[^{}]*(\bhost\b|['"]x-forwarded)[^{}]*\}/,
]
const DOOR = 'server/src/http/origins/request-identity.ts'
const noRawRequestParts: Check = (path, text) => {
  if (!/^server\/src\/(http\/|app\.ts)/.test(path) || TEST.test(path) || path === DOOR) return []
  return RAW_PARTS.flatMap((pattern) => matchingLines(text, pattern)).map(
    (line) =>
      `${path}:${line}: a client can forge this. Read host, scheme and address from request.identity (${DOOR}).`,
  )
}

const CHECKS = [noVagueNames, noVaguePaths, notTooLong, noDisabledTests, noRawRequestParts]

const problems: string[] = []
const paths: string[] = []
for await (const entry of glob('**/*', { withFileTypes: true, exclude: ({ name }) => IGNORED_FOLDERS.has(name) })) {
  if (!entry.isFile() || !TEXT_EXTENSIONS.has(extname(entry.name))) continue
  const full = `${entry.parentPath}${sep}${entry.name}`
  const path = full.slice(process.cwd().length + 1).replaceAll(sep, '/')
  paths.push(path)
  const text = await readFile(full, 'utf8')
  problems.push(...CHECKS.flatMap((check) => check(path, text)))
}
/** Sequences of records, which only grow. */
const RECORDS = ['docs/decisions', 'server/migrations']
for (const [folder, { length }] of Map.groupBy(paths, (path) => dirname(path))) {
  if (length > MAX_FILES && !RECORDS.includes(folder))
    problems.push(`${folder}: ${length} files. Split the folder by what its files do; the limit is ${MAX_FILES}.`)
}
if (problems.length > 0) {
  console.error(problems.sort().join('\n'))
  process.exitCode = 1
}

function matchingLines(text: string, pattern: RegExp): number[] {
  return text.split('\n').flatMap((line, index) => (pattern.test(line) ? [index + 1] : []))
}
