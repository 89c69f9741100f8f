import { expect, test } from 'vitest'
import { compileTheme } from './compile-theme.ts'
import { Html } from './html.ts'
import { renderPage } from './render-page.ts'

function render(section: string, data: Record<string, unknown> = {}, files: Record<string, string> = {}): string {
  const all = {
    'theme.json': '{"name":"test"}',
    'layout/theme.liquid': '{{ head }}|{{ content }}',
    'templates/home.json': '{"sections":{"a":{"type":"a","settings":{"size":3}}},"order":["a"]}',
    'sections/a.liquid': section,
    'locales/en.json': '{"greet":"Hello {name}","items":{"one":"{count} item","other":"{count} items"}}',
    ...files,
  }
  const theme = compileTheme(new Map(Object.entries(all).map(([path, text]) => [path, Buffer.from(text)])), {
    renderLimitMs: 500,
  })
  return renderPage(
    { theme, platform: theme },
    {
      template: 'home',
      data,
      globals: { shop: { name: '<Vale>' } },
      head: new Html('<title>x</title>'),
      locale: 'en',
      timeZone: 'UTC',
      currency: 'USD',
      now: new Date(0),
    },
  )
}

test('every value is escaped, also in snippets, and head and content are ours', () => {
  const snippet = { 'snippets/b.liquid': '{{ shop.name }}{{ text }}' }
  expect(render("{{ evil }}{% render 'b', text: evil %}", { evil: '<i>"' }, snippet)).toBe(
    '<title>x</title>|&lt;i&gt;&quot;&lt;Vale&gt;&lt;i&gt;&quot;',
  )
})

test('a template cannot turn off escaping, read prototypes or name a file of the machine', () => {
  expect(() => render('{{ evil | raw }}', { evil: '<i>' })).toThrow('undefined filter: raw')
  expect(() => render("{% render '../../package.json' %}")).toThrow('ENOENT')
  expect(() => render("{% include '/etc/passwd' %}")).toThrow('ENOENT')
  expect(render('{{ text.constructor }}{{ text.__proto__ }}{{ list.constructor.name }}', { text: 'a', list: [] })).toBe(
    '<title>x</title>|',
  )
})

test.each(['render', 'include', 'layout'])(
  'a snippet that names itself in {%% %s %%} is an error, not an exhausted stack',
  (tag) => {
    const snippet = { 'snippets/b.liquid': `{% ${tag} 'b' %}` }
    expect(() => render(`{% ${tag} 'b' %}`, {}, snippet)).toThrow('nested more than 50 deep')
  },
)

test('a snippet that is used many times is not nested', () => {
  const snippet = { 'snippets/b.liquid': 'x' }
  expect(render("{% for i in (1..60) %}{% render 'b' %}{% endfor %}", {}, snippet)).toContain('x'.repeat(60))
})

test('a page that takes too long is an error', () => {
  const snippet = {
    'snippets/b.liquid': '{% for i in (1..10000) %}{% for j in (1..10000) %}{{ j }}{% endfor %}{% endfor %}',
  }
  expect(() => render("{% render 'b' %}", {}, snippet)).toThrow('template render limit exceeded')
})

test('a text has its plural forms, and its values are escaped unless they are markup of ours', () => {
  expect(render("{{ 'items' | t: count: 1 }}, {{ 'items' | t: count: 2 }}")).toContain('1 item, 2 items')
  expect(render("{{ 'greet' | t: name: '<b>' }}")).toContain('Hello &lt;b&gt;')
  expect(render("{% assign n = '<x>' | bold %}{{ 'greet' | t: name: n }}")).toContain('Hello <b>&lt;x&gt;</b>')
})

test('a section has the settings of its schema unless the template changes them', () => {
  const schema = '{% schema %}{"settings":[{"id":"size","default":1},{"id":"color","default":"red"}]}{% endschema %}'
  expect(render(`{{ section.settings.size }}{{ section.settings.color }}${schema}`)).toBe('<title>x</title>|3red')
})

test('a link leads to a path, a web address or a mail address only', () => {
  expect(render("{{ 'x' | link: 'javascript:alert(1)' }}{{ 'y' | link: '//evil.example' }}")).toBe(
    '<title>x</title>|xy',
  )
  expect(render("{{ 'x' | link: '/terms' }}")).toContain('<a href="/terms">x</a>')
})
