import { afterAll, expect, test } from 'vitest'
import { readBuiltInTheme } from '../built-in-themes.ts'
import { samplePages } from '../check/sample-pages.ts'
import { Html } from '../html.ts'
import { toThemeSource } from '../theme-source.ts'
import { createLane } from './lane.ts'
import { createThemeRenderer } from './theme-renderer.ts'

const vale = toThemeSource(await readBuiltInTheme('vale'))
const renderer = createThemeRenderer()
afterAll(() => renderer.stop())

const [home, category] = samplePages().map((page) => ({ ...page, head: new Html('<title>Vale</title>') }))
if (!home || !category) throw new Error('The samples are missing')

const neverAsked = () => Promise.reject(new Error('Nothing is asked'))

let count = 0
function themeWith(section: string, storeId = `store-${count}`) {
  const source = { ...vale, texts: { ...vale.texts, 'sections/shop.liquid': section } }
  return { storeId, key: `theme-${count++}`, source }
}

test('the built-in theme passes the check, and its pages are the same in isolation', async () => {
  expect(await renderer.check('store', vale)).toEqual([])
  const html = await renderer.render({ storeId: 'store', key: 'vale', source: vale }, home)
  expect(html).toContain('<title>Vale</title>')
  expect(html).toContain('Knight')
})

test('each store has a process of its own, and stores whose process is ready do not wait for one that starts', async () => {
  const started: string[] = []
  const waits = Promise.withResolvers<void>()
  const lane = createLane({
    maxRenderers: 2,
    start: async () => {
      const name = `process ${started.push('')}`
      if (name === 'process 2') await waits.promise
      let isAlive = true
      return { name, pid: 0, isAlive: () => isAlive, stop: () => void (isAlive = false), ask: neverAsked }
    },
  })
  const run = (store: string) => lane.add(store, async (used) => (used as unknown as { name: string }).name)
  expect(await run('a')).toBe('process 1')
  const other = run('b')
  expect(await run('a')).toBe('process 1')
  waits.resolve()
  expect(await other).toBe('process 2')
  expect([await run('b'), await run('a'), await run('c'), await run('a')]).toEqual(
    ['process 2', 'process 1', 'process 3', 'process 1'], // `b` was used least recently, so that its process has ended.
  )
  expect(await run('b')).toBe('process 4')
  lane.stop()
})

test('an error names the file and the line', async () => {
  await expect(renderer.render(themeWith("<p>\n{{ 'x' | nothing }}"), home)).rejects.toMatchObject({
    problem: { file: 'sections/shop.liquid', line: 2, message: 'undefined filter: nothing' },
  })
  expect(await renderer.check('store', themeWith('\n\n{% if x %}').source)).toMatchObject([
    { file: 'sections/shop.liquid', line: 3 },
  ])
})

test('a theme that hangs, fills the memory or writes too much loses its page, and the next store gets its own', async () => {
  const hostile = {
    // The limit of Liquid is not asked inside a filter.
    hang: `{% assign a = 'x' %}{% for i in (1..22) %}{% assign a = a | append: a %}{% endfor %}{% for i in (1..1000) %}{% assign b = a | split: '' | reverse | join: 'xx' %}{% endfor %}`,
    loop: '{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}',
    output: '{% for a in (1..200000) %}0123456789{% endfor %}',
    memory: "{% assign a = '0123456789' | split: '' %}{% for i in (1..40) %}{% assign a = a | concat: a %}{% endfor %}",
  }
  for (const [name, section] of Object.entries(hostile)) {
    await expect(renderer.render(themeWith(section), home), name).rejects.toMatchObject({ name: 'Error' })
    const html = await renderer.render({ storeId: 'good', key: 'vale', source: vale }, home)
    expect(html).toContain('Knight')
  }
})

test('a page that took too long is not tried again for a while, and other pages of the theme are', async () => {
  const theme = themeWith('{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}')
  const findRefusal = () => renderer.render(theme, home).catch((error: unknown) => error)
  const first = await findRefusal()
  expect(first).toMatchObject({ isCostly: true })
  // The same object: another attempt would fail with an error of its own.
  expect(await findRefusal()).toBe(first)
  expect(await renderer.render(theme, category)).toContain('Ranks')
})

test('a page that a visitor made expensive rests ten seconds each time, and one of all visitors rests longer', async () => {
  let now = 0
  const clocked = createThemeRenderer({ now: () => now })
  const heavy = { ...home, data: { ...home.data, heavy: true } }
  const theme = themeWith(
    '{% if heavy %}{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}{% endif %}',
  )
  const attackTwice = async (isShared: boolean) => {
    for (let i = 0; i < 2; i++) {
      await expect(clocked.render(theme, { ...heavy, isShared })).rejects.toMatchObject({ isCostly: true })
      now += 10_001
    }
    return clocked.render(theme, home).then(
      () => 'rendered',
      () => 'rests',
    )
  }
  expect(await attackTwice(false)).toBe('rendered')
  expect(await attackTwice(true)).toBe('rests')
  clocked.stop()
})

test('a layout that hides our part of the head is an error', async () => {
  const texts = { ...vale.texts, 'layout/theme.liquid': '{% if false %}{{ head }}{% endif %}{{ content }}' }
  const theme = { storeId: 'store', key: 'headless', source: { ...vale, texts } }
  await expect(renderer.render(theme, home)).rejects.toThrow('does not show {{ head }}')
})
