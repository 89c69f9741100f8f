import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { buildProgram } from '../src/cli/main.ts'

type Page = { path: string; text: string }

const ROOT = join(import.meta.dirname, '../..')
const pages = await readPages()

test('every link in a document leads to a file', () => {
  const broken = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .filter(([, target = '']) => !existsSync(join(ROOT, dirname(path), target)))
      .map(([, target]) => `${path}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('every source file that a document names exists', () => {
  const missing = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:ts|mjs|sql|json|md))`/g)]
      .filter(([, file = '']) => ![dirname(path), '', 'server/src'].some((base) => existsSync(join(ROOT, base, file))))
      .map(([, file]) => `${path}: ${file}`),
  )
  expect(missing).toEqual([])
})

test('every test that a document names exists', async () => {
  const unknown: string[] = []
  const tests: string[] = []
  for await (const path of glob('*/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules'] })) tests.push(path)
  for (const { path, text } of pages) {
    for (const [, name = ''] of text.matchAll(/vitest run ([\w./-]+)/g)) {
      if (!tests.some((file) => file.startsWith(name))) unknown.push(`${path}: ${name}`)
    }
  }
  expect(unknown).toEqual([])
})

test('every npm script that a document names exists', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }
  const unknown = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/npm run (?:-s |--silent )?([\w:-]+)/g)]
      .filter(([, name = '']) => !(name in scripts))
      .map(([, name]) => `${path}: npm run ${name}`),
  )
  expect(unknown).toEqual([])
})

test('every command and option of the command line that a document names exists', () => {
  const program = buildProgram()
  const unknown = pages.flatMap(({ path, text }) =>
    commandsIn(text).flatMap((words) => {
      const fault = findFault(program, words)
      return fault === undefined ? [] : [`${path}: quartermaster ${words.join(' ')} (${fault})`]
    }),
  )
  expect(unknown).toEqual([])
})

async function readPages(): Promise<Page[]> {
  const found: Page[] = []
  for await (const path of glob('**/*.md', { cwd: ROOT, exclude: ['**/node_modules', '**/dist', '.quartermaster'] })) {
    found.push({ path, text: await readFile(join(ROOT, path), 'utf8') })
  }
  return found
}

/** Of shell blocks and inline code. `quartermaster status` is a command of the FiveM and Luanti mods. */
function commandsIn(text: string): string[][] {
  const joined = text.replace(/\\\n\s*/g, ' ')
  const inline = [...joined.matchAll(/`(?:npx )?quartermaster ([^`]+)`/g)]
  const lines = [...joined.matchAll(/npx quartermaster ([^\n`|#>]+)/g)]
  return [...inline, ...lines].map(([, rest = '']) => rest.trim().split(/\s+/)).filter(([name]) => name !== 'status')
}

function findFault(program: Command, words: string[]): string | undefined {
  let command = program
  for (const word of words) {
    if (command.commands.length === 0 || word.startsWith('-') || word === '…') break
    const next = command.commands.find((each) => each.name() === word)
    if (!next) return `there is no command "${word}"`
    command = next
  }
  const known = [...command.options.map(({ long }) => long), '--help', '--version']
  const options = words.flatMap((word) => /^--[\w-]+/.exec(word)?.[0] ?? [])
  const unknown = options.find((option) => !known.includes(option))
  return unknown === undefined ? undefined : `there is no option ${unknown}`
}

test('every alert has an entry in the runbook, and every entry an alert', async () => {
  const rules = await readFile(join(ROOT, 'deploy/monitoring/alerts.yml'), 'utf8')
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)
  const links = [...rules.matchAll(/runbook: docs\/operate\/runbook\.md#(\w+)/g)].map(([, anchor]) => anchor)
  const runbook = await readFile(join(ROOT, 'docs/operate/runbook.md'), 'utf8')
  const entries = [...runbook.matchAll(/^### (Quartermaster\w+)$/gm)].map(([, name = '']) => name)
  expect(links).toEqual(alerts.map((name) => name.toLowerCase()))
  expect(entries.toSorted()).toEqual(alerts.toSorted())
})
