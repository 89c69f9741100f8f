import { COUPON_PERCENT, type Manage, SALE_PERCENT } from '@quartermaster/sdk'
import { expect, test } from 'vitest'
import { parsePrice, requirePercent, requirePrice, toPriceText } from '../src/app/money.ts'
import { WrongInput } from '../src/app/wrong-input.ts'
import { type Change, planChange } from '../src/catalog/bulk/plan-change.ts'
import { secondsOf, spanOf } from '../src/catalog/durations.ts'
import { bodyOf, changesOf } from '../src/catalog/editor/body-of.ts'
import { draftOf } from '../src/catalog/editor/draft.ts'
import { mergeDraft } from '../src/catalog/editor/merge-draft.ts'
import { csvColumns } from '../src/catalog/import/csv-columns.ts'
import { parseCsv } from '../src/catalog/import/parse-csv.ts'
import { planImport } from '../src/catalog/import/plan-import.ts'
import { renderCommand } from '../src/catalog/preview/render-command.ts'
import { csvLine } from '../src/ui/list-parts/csv.ts'

const GOLD: Manage.Product = {
  id: 'prd_1',
  name: 'VIP, "Gold"',
  slug: 'vip-gold',
  summary: '=1+1',
  description: '',
  position: 0,
  visibility: 'public',
  pictures: [],
  translations: {},
  priceMinor: 1490,
  currency: 'EUR',
  categoryId: 'cat_1',
  commands: { approve: ['addvip {userId} gold', 'say hi'], refund: ['removevip {userId} gold'], expire: [] },
  durationSeconds: 2_592_000,
  variants: [],
  fields: [],
  rebuy: 'extend',
  serverIds: ['srv_1', 'srv_2'],
  buyerChoosesServer: false,
  stock: 5,
  maxPerPlayer: null,
  conditions: { requiresOnline: true, delaySeconds: 0, freeSlots: 0, repeatable: false },
  warnings: [],
  archivedAt: null,
  createdAt: '',
  updatedAt: '',
  version: 1,
}
const CONTEXT = {
  currency: 'EUR',
  categories: [{ id: 'cat_1', name: 'Ranks' }],
  servers: [
    { id: 'srv_1', name: 'survival' },
    { id: 'srv_2', name: 'creative' },
  ],
}
const plan = (text: string, products = [GOLD]) => planImport(text, products, CONTEXT).rows

test('an exported product is imported again without a change', () => {
  const columns = csvColumns(CONTEXT)
  const file = csvLine(columns.map(({ head }) => head)) + csvLine(columns.map(({ csv }) => csv(GOLD)))
  expect(plan(file)).toMatchObject([{ line: 2, kind: 'same', changes: [], errors: [] }])
  const timed = { ...GOLD, durationSeconds: 5_400, archivedAt: '2026-11-16T00:00:00.000Z', categoryId: null }
  const other = csvLine(columns.map(({ head }) => head)) + csvLine(columns.map(({ csv }) => csv(timed)))
  expect(plan(other, [timed])).toMatchObject([{ kind: 'same' }])
})

test('an import names the line and the column of each mistake, and changes only what differs', () => {
  const rows = plan(
    'id;name;price;category;on_purchase\nprd_1;"VIP, ""Gold""";16,50;Ranks;"addvip {userId} gold\nsay hi"\n;Kit;cheap;Kits;kit {userId}\nprd_9;x;1;;a\nprd_1;x;1;;a\n;Coins;1;;\n',
  )
  expect(rows[0]).toMatchObject({ line: 2, kind: 'change', body: { priceMinor: 1650 } })
  expect(rows[0]?.changes).toEqual([{ column: 'price', from: '14.90', to: '16,50' }])
  expect(
    rows.slice(1).map(({ line, errors }) => [line, errors.map(({ column, code }) => `${column} ${code}`)]),
  ).toEqual([
    [4, ['category unknown', 'price price']],
    [5, ['id noSuchId']],
    [6, ['id sameId']],
    [7, ['on_purchase required']],
  ])
})

test('an import creates a product, archives one, and keeps the commands of stages without a column', () => {
  const [created, archived] = plan(
    'id,name,price,archived,on_refund,on_purchase\n,Kit,1,,,kit {userId}\nprd_1,"VIP, ""Gold""",14.90,yes,,\n',
  )
  expect(created).toMatchObject({
    kind: 'create',
    body: { name: 'Kit', priceMinor: 100, commands: { approve: ['kit {userId}'] } },
  })
  expect(archived).toMatchObject({ kind: 'refuse', errors: [{ column: 'on_purchase', code: 'required' }] })
  const [kept] = plan('id,archived,on_refund\nprd_1,yes,\n')
  expect(kept).toMatchObject({ kind: 'change', archive: true, body: { commands: { ...GOLD.commands, refund: [] } } })
})

test('CSV of spreadsheet programs is read: semicolons, line breaks in cells, apostrophes before formulas', () => {
  expect(parseCsv('\uFEFFa;b\r\n"1\n2";\'=x\r\n\r\n3;4')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1\n2', '=x'] },
    { line: 5, cells: ['3', '4'] },
  ])
})

test('prices and durations are read exactly', () => {
  expect(['4.35', '4,35', '4', '4.355', '4.3x', ''].map((text) => parsePrice(text, 'EUR'))).toEqual([
    435,
    435,
    400,
    undefined,
    undefined,
    undefined,
  ])
  expect([parsePrice('500', 'JPY'), parsePrice('5.0', 'JPY'), toPriceText(500, 'JPY')]).toEqual([500, undefined, '500'])
  for (const seconds of [1, 60, 90, 3_600, 2_592_000, null]) expect(secondsOf(spanOf(seconds))).toBe(seconds)
  expect(secondsOf({ amount: '0', unit: 'days' })).toBeUndefined()
})

test('a change of prices by percent rounds, and a price below zero is refused', () => {
  const change = (number: string, kind: Change['kind'] = 'percent') =>
    planChange(GOLD, { kind, number, categoryId: '', serverIds: [] })
  expect(change('10').body).toEqual({ priceMinor: 1639 })
  expect(change('-1,5', 'amount').body).toEqual({ priceMinor: 1340 })
  expect(change('-20', 'amount').error).toBe('negative')
  expect(change('ten').error).toBe('number')
  expect(change('0').isSame).toBe(true)
})

test('the preview shows what the console receives, and refuses hostile names', () => {
  const minecraft = { game: 'minecraft', profile: 'standard' } as const
  expect(renderCommand('say {userId} and {userId}!', 'steve', minecraft)).toEqual({
    parts: ['say ', 'steve', ' and ', 'steve', '!'],
    isQuoted: false,
  })
  expect(renderCommand('op {userId}', 'x; op x', minecraft)).toEqual({ refusal: { code: 'character', value: ';' } })
  expect(renderCommand('op {userId}', 'max all', { game: 'rust', profile: 'standard' })).toMatchObject({
    parts: ['op ', '"max all"', ''],
    isQuoted: true,
  })
  expect(renderCommand('op {userId}', 'max', { game: 'mta', profile: 'mta' })).toEqual({
    refusal: { code: 'not_a_number' },
  })
})

test('after a conflict, both changes are kept', () => {
  const latest = { ...GOLD, stock: 7, version: 2 }
  const merged = mergeDraft(GOLD, { ...draftOf(GOLD), price: '16.50' }, latest)
  expect(changesOf(bodyOf(draftOf(latest), 'EUR'), bodyOf(merged, 'EUR'))).toEqual({ priceMinor: 1650 })
})

test('a percentage or an amount outside of what is allowed is refused, and never changed into what is', () => {
  expect(['1', '12,5', '90'].map((text) => requirePercent(text, SALE_PERCENT, 'discount'))).toEqual([100, 1_250, 9_000])
  expect(requirePercent('100', COUPON_PERCENT, 'discount')).toBe(10_000)
  for (const text of ['150', '90.01', '0', '', '15x', '1e2', '-5', '1000'])
    expect(() => requirePercent(text, SALE_PERCENT, 'discount'), text).toThrow(WrongInput)
  expect(() => requirePercent('200', COUPON_PERCENT, 'discount')).toThrow(WrongInput)
  for (const price of ['', 'ten', '10,0x', '10.005', '-1'])
    expect(() => requirePrice(price, 'EUR', 'minimumMinor'), price).toThrow(WrongInput)
})
