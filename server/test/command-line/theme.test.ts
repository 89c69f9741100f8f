import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { serveFolder } from '../../src/cli/owner/theme/serve-folder.ts'
import { BUILT_IN_THEMES } from '../../src/themes/built-in-themes.ts'
import { SECRET_KEYS } from '../start-store.ts'
import { openCommandLine } from './harness.ts'

const { newStore, runLocally } = await openCommandLine(
  { SECRET_KEYS },
  { PUBLIC_URL: 'https://manage.localhost', STOREFRONT_DOMAIN: 'stores.example' },
)
const folder = await mkdtemp(join(tmpdir(), 'quartermaster-themes-'))
afterAll(() => rm(folder, { recursive: true }))

async function initTheme(name: string, from: string): Promise<string> {
  const dir = join(folder, name)
  const { code, stdout } = await runLocally('theme', 'init', '--dir', dir, '--from', from)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Wrote \d+ files to /) as string])
  return dir
}

test.each(BUILT_IN_THEMES)('a copy of the theme %s has no problems, and never replaces files', async (from) => {
  const dir = await initTheme(`copy-of-${from}`, from)
  expect(await runLocally('theme', 'check', '--dir', dir)).toMatchObject({ code: 0, stdout: 'No problems.\n' })
  const again = await runLocally('theme', 'init', '--dir', dir)
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is not empty') as string])
})

test('a folder is shown with sample data, and a broken file with its line', async () => {
  const dir = await initTheme('shown', 'gala')
  const { url, close } = await serveFolder(dir, 0)
  try {
    const read = async (path: string) => (await fetch(url + path)).text()
    const home = await read('')
    expect(home).toContain('Vale Survival')
    const [stylesheet = ''] = /assets\/theme\.[\w-]+\.css/.exec(home) ?? []
    expect(await read(stylesheet)).toContain('.tile-lead')
    const section = join(dir, 'sections/hero.liquid')
    await writeFile(section, `${await readFile(section, 'utf8')}\n{{ 'nothing.svg' | asset_url }}`)
    expect(await read('')).toContain('sections/hero.liquid')
    await writeFile(join(dir, 'sections/page.liquid'), '\n{% if page %}')
    expect(await runLocally('theme', 'check', '--dir', dir)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('sections/page.liquid:2: ') as string,
    })
  } finally {
    close()
  }
})

test('an owner uploads, compares, publishes and rolls back, and sees the same on this machine and with --remote', async () => {
  const { store, text, run } = await newStore('with --remote')
  const dir = await initTheme('uploaded', 'gala')
  expect(await text('theme list')).toBe('This store has no theme of its own yet.\n')
  expect(await text(`theme push --dir ${dir}`)).toBe('Uploaded version 1. Publish it with `theme publish`.\n')
  await writeFile(join(dir, 'sections/page.liquid'), '<h1>{{ page.title }}</h1>\n')
  expect(await text(`theme push --dir ${dir} --preview`)).toMatch(
    /^Uploaded version 2\. Preview: https:\/\/preview-\w+\.stores\.example/,
  )
  const diff = await text('theme diff --from 1 --to 2')
  expect(diff).toMatch(/^changed sections\/page\.liquid\n@@ 1\n/)
  expect(diff).toContain('\n+<h1>{{ page.title }}</h1>')
  expect(await text('theme diff --from 2 --to 2')).toBe('The versions are the same.\n')
  expect(await text('theme publish --number 1')).toBe('Published version 1: Gala 1.0.0.\n')
  const here = await runLocally('theme', 'push', '--dir', dir, '--publish', '--store', store)
  expect(here.stdout).toBe('Published version 3: Gala 1.0.0.\n')
  const listed = await runLocally('theme', 'list', '--json', '--store', store)
  expect(await text('theme list --json')).toBe(listed.stdout)
  const { items } = JSON.parse(listed.stdout) as { items: { number: number; isPublished: boolean }[] }
  expect(items.map(({ number, isPublished }) => [number, isPublished])).toEqual([
    [3, true],
    [2, false],
    [1, false],
  ])
  expect(await text('theme rollback')).toBe('The store uses version 1 again.\n')
  expect((await runLocally('theme', 'rollback', '--store', store)).stdout).toBe(
    'The store uses the built-in theme again.\n',
  )
  const refused = await run('theme rollback')
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('nothing to roll back') as string])
})
