import { expect, test } from 'vitest'
import { startStore } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'
import { openVisitedStore, STOREFRONT_ENV } from './visit-store.ts'

const store = await startStore({ pages: true, env: STOREFRONT_ENV })

const TAG = {
  commands: {
    approve: ['settag {userId} {field.tag} {field.color}'],
    refund: ['untag {userId} {field.tag}'],
    expire: [],
  },
  fields: [
    { name: 'tag', type: 'text' as const, label: 'Name tag', hint: 'Letters only', maxLength: 12 },
    {
      name: 'color',
      type: 'choice' as const,
      label: 'Color',
      choices: [
        { value: 'red', label: 'Ruby' },
        { value: 'blue', label: 'Sapphire' },
      ],
    },
  ],
}

test('a visitor without JavaScript fills in the fields, and the order page shows them', async () => {
  const { newBrowser, slug, key } = await openVisitedStore(store, TAG)
  const browser = newBrowser()
  const page = (await browser.get(`/p/${slug}`)).text
  for (const part of ['name="field.tag"', 'maxlength="12"', 'Letters only', '<option value="red">Ruby</option>'])
    expect(page).toContain(part)
  const listed = await browser.add()
  expect([listed.status, listed.location]).toEqual([303, `/p/${slug}`])

  const add = (tag: string, color: string) =>
    browser.post('/basket/lines', { product: slug, 'field.tag': tag, 'field.color': color })
  const refused = await add('a"><b>;op', 'blue')
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('id="field-tag-fault">“Name tag” contains')
  expect(refused.text).toContain('value="a&quot;&gt;&lt;b&gt;;op"')
  expect(refused.text).toContain('<option value="blue" selected>')
  expect((await add('Boss', '')).text).toContain('id="field-color-fault">Enter “Color”.')

  for (const [tag, color] of [
    ['Boss', 'red'],
    ['Boss', 'red'],
    ['Duke', 'blue'],
  ] as const)
    expect((await add(tag, color)).status).toBe(303)
  const basket = (await browser.get('/basket')).text
  expect(basket.match(/name="line" value="([^"]+)"/g)).toHaveLength(2)
  for (const part of ['Name tag: Boss', 'Color: Ruby', 'Name tag: Duke', 'Color: Sapphire'])
    expect(basket).toContain(part)
  const line = /name="line" value="([^"]+)"/.exec(basket)?.[1] ?? ''
  expect((await browser.post('/basket/lines', { line, quantity: '1' })).status).toBe(303)

  await browser.post('/who', { name: '42' })
  const { location } = await browser.pay((await browser.checkout()).location)
  const order = (await browser.get(location)).text
  for (const part of ['Name tag: Boss', 'Name tag: Duke']) expect(order).toContain(part)
  const [delivery] = await store.poll(key)
  expect(delivery?.products?.flatMap(({ commands }) => commands)).toEqual([
    'settag {userId} Boss red',
    'settag {userId} Duke blue',
  ])
  await expectNoViolations(store)
})

test('a line whose values do not fit any more cannot be bought', async () => {
  const { newBrowser, slug, productId } = await openVisitedStore(store, TAG)
  const browser = newBrowser()
  await browser.post('/basket/lines', { product: slug, 'field.tag': 'Boss', 'field.color': 'red' })
  await browser.post('/who', { name: '42' })
  await store.query(
    "update products set fields = jsonb_set(fields, '{list,0,maxLength}', '2'), version = version + 1 where id = $1",
    [productId],
  )
  expect((await browser.get('/checkout')).location).toBe('/basket')
  expect((await browser.get('/basket')).text).toContain('line-fault')
})
