import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Liquid } from 'liquidjs'
import { registerFilters } from '../server/src/themes/filters.ts'
import { registerSchemaTag } from '../server/src/themes/section-schema.ts'
import { SETTING_TYPES } from '../server/src/themes/settings-schema.ts'

/** Writes the reference in docs/themes.md from the code. With --check it fails if the reference is not current. */
const ROOT = join(import.meta.dirname, '..')
const DOCUMENT = join(ROOT, 'docs/themes.md')
const VIEWS = ['server/src/storefront/shop/shop-view.ts', 'server/src/storefront/views/order-pages.ts']

/** The objects that templates read, by the type that describes them, and where they are. */
const OBJECTS: Record<string, [name: string, where: string]> = {
  ShopView: ['shop', 'all pages'],
  HomeView: ['home', 'home'],
  CategoryView: ['category', 'category'],
  ProductCard: ['product in a list', 'home, category, search'],
  ProductView: ['product', 'product; has the fields of a product in a list as well'],
  VariantView: ['product.variants', 'product'],
  FieldView: ['product.fields', 'product'],
  ComparisonView: ['comparison', 'category, product'],
  RecentPurchase: ['home.recent', 'home'],
  GoalView: ['home.goal', 'home'],
  SupporterView: ['home.supporter', 'home'],
  ServerStatus: ['shop.status', 'all pages'],
  BasketView: ['basket', 'basket'],
  LineView: ['basket.lines', 'basket'],
  WhoView: ['who', 'basket'],
}

const FILTERS: Record<string, string> = {
  t: "a text of the locale files: `{{ 'home.more' | t }}`, `{{ 'basket.items' | t: count: 2 }}`",
  money: 'an amount in minor units, with the currency of the store',
  number: 'a number as readers of the language write it',
  duration: 'seconds, or a list of them, as days, hours or minutes',
  date: 'a date; the style is `date`, `short`, `weekday`, `time`, `seconds` or `full`',
  time_tag: 'the same, in a `<time>` element',
  ago: 'how long ago it was, in a `<time>` element',
  asset_url: 'the address of a file in `assets`',
  picture: 'a `<picture>` with AVIF and WebP; parameters `class`, `sizes`, `alt`, `lazy`, `high`',
  markdown: 'Markdown as HTML, without HTML of its own',
  bold: 'the value in `<b>`, as a parameter of `t`',
  code: 'the value in `<code>`, as a parameter of `t`',
  link: 'a link to a path, a web address or a mail address',
}

const current = await readFile(DOCUMENT, 'utf8')
const written = current.replace(
  /(<!-- reference -->\n)[^]*(<!-- end of the reference -->)/,
  `$1\n${await reference()}\n$2`,
)
if (!process.argv.includes('--check')) await writeFile(DOCUMENT, written)
else if (written !== current) {
  console.error('docs/themes.md is not current. Run `npm run themes:reference`.')
  process.exitCode = 1
}

async function reference(): Promise<string> {
  const plain = new Liquid()
  const ours = new Liquid()
  registerFilters(ours)
  registerSchemaTag(ours)
  const own = Object.keys(ours.filters).filter((name) => ours.filters[name] !== plain.filters[name])
  const undescribed = own.find((name) => FILTERS[name] === undefined)
  if (undescribed !== undefined) throw new Error(`Describe the filter ${undescribed} in scripts/themes-reference.ts`)
  const theirs = Object.keys(ours.filters).filter((name) => !own.includes(name))
  return [
    '### Objects',
    ...(await objectTables()),
    '### Filters',
    table(
      ['filter', 'writes'],
      own.map((name) => [`\`${name}\``, FILTERS[name] ?? '']),
    ),
    `Filters of Liquid: ${theirs
      .toSorted()
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
    '### Tags',
    `${Object.keys(ours.tags)
      .toSorted()
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
    '### Types of settings',
    `${SETTING_TYPES.map((name) => `\`${name}\``).join(', ')}.`,
    '',
  ].join('\n\n')
}

async function objectTables(): Promise<string[]> {
  const text = (await Promise.all(VIEWS.map((path) => readFile(join(ROOT, path), 'utf8')))).join('\n')
  return Object.entries(OBJECTS).flatMap(([type, [name, where]]) => {
    const short = new RegExp(`export type ${type} = \\{ (.+) \\}\\n`).exec(text)?.[1]
    const long = new RegExp(`export type ${type} = [^{\\n]*\\{\\n([^]*?)\\n\\}`).exec(text)?.[1]
    const body = short === undefined ? long : `  ${short.replaceAll('; ', '\n  ')}`
    if (body === undefined) throw new Error(`There is no type ${type}. Correct scripts/themes-reference.ts`)
    return [`\`${name}\` (${where})`, table(['field', 'type', ''], fieldsOf(body))]
  })
}

/** One field a line, with the comment before it. */
function fieldsOf(body: string): string[][] {
  const fields = body.matchAll(/^ {2}(?:\/\*\* (.*) \*\/\n {2})?(\w+)\??: (.+)$/gm)
  return [...fields].map(([, comment = '', name = '', type = '']) => [
    `\`${name}\``,
    `\`${type.replaceAll('|', '\\|')}\``,
    comment,
  ])
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}
