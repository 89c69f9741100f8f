import { expect, test } from 'vitest'
import { startStore } from '../start-store.ts'
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
