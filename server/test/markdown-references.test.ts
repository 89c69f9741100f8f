import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { buildProgram } from '../src/cli/main.ts'

type Page = { path: string; text: string }

const ROOT = join(import.meta.dirname, '../..')
const pages = await readFiles('**/*.md')

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

/** Programs of this checkout, and of the packages of a release that are installed from their file. */
const RUN_HERE = ['node', 'vitest']
const INSTALLED = ['quartermaster', 'quartermaster-conformance']

test('no text tells people to run or install a package of npm that is not ours', async () => {
  const screens = await readFiles('{dashboard,server,agent}/{src,locales}/**/*.{ts,tsx,json}')
  const others = [...pages, ...screens].flatMap(({ path, text }) => {
    const run = [...text.matchAll(/\bnpx (?:-\S+ )*([@\w][\w@/.-]*)/g)].map(([, name = '']) => name)
    const installed = [...text.matchAll(/\bnpm (?:i|install|add|exec|x|init|create)((?: +-\S+)*) +([@\w./][^\s`'"]*)/g)]
    // Where the game or a browser runs, no package of ours is installed.
    const known = /^(agent|dashboard)\//.test(path) ? RUN_HERE : [...RUN_HERE, ...INSTALLED]
    const strangers = [
      ...run.filter((name) => !known.includes(name)),
      ...installed.map(([, , name = '']) => name).filter((name) => !/^\.\/quartermaster[\w.-]*\.tgz$/.test(name)),
    ]
    return strangers.map((name) => `${path}: ${name}`)
  })
  expect(others).toEqual([])
})

test('the lines that start an agent name the executable of a release', async () => {
  const release = await readFile(join(ROOT, 'scripts/build-agent.ts'), 'utf8')
  const sources = await readFiles('{dashboard/src/operate/servers,server/src/cli/owner}/**/*.ts')
  const named = [...pages, ...sources].flatMap(({ text }) =>
    [...text.matchAll(/(?<=[\s`'"](?:\.\/|\.\\))(quartermaster-agent[\w.-]*)/g)].map(([name]) => name),
  )
  const programs = named.filter((name) => !/\.(tgz|tar\.gz|json)$/.test(name))
  expect(programs.filter((name) => !release.includes(`'${name}'`))).toEqual([])
  const guides = sources.find(({ path }) => path.endsWith('connect-guides.ts'))?.text ?? ''
  const lines = guides.slice(guides.indexOf('function agentLines')).match(/[`'](?:\.\/|npx |quarter)[^ `']*/g)
  expect(lines).toEqual(['`./quartermaster-agent', "'./quartermaster-agent"])
})

async function readFiles(pattern: string): Promise<Page[]> {
  const found: Page[] = []
  for await (const path of glob(pattern, { cwd: ROOT, exclude: ['**/node_modules', '**/dist', '.quartermaster'] })) {
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
