import type { ManageClient } from '@quartermaster/sdk'
import { pngFile } from '../../kit/png-file.ts'
import { type Installation, type Journey, require } from '../journey.ts'
import type { Person } from '../person.ts'
import { openAsBuyer } from '../store-with-sales.ts'

type Shop = { storeId: string; manage: ManageClient; addProduct: (name: string, price: string) => Promise<string> }

/** A signed-in owner of a store with a Minecraft server. */
async function openShop(person: Person, { addOwner }: Installation): Promise<Shop> {
  const { storeId, manage } = await addOwner(person)
  await manage.createServer({ storeId, name: 'survival', game: 'minecraft' })
  await person.comeBack()
  return {
    storeId,
    manage,
    async addProduct(name, price) {
      const commands = { approve: ['addvip {userId} gold'], refund: ['removevip {userId} gold'] }
      return (await manage.createProduct({ storeId, name, priceMinor: Math.round(Number(price) * 100), commands })).id
    },
  }
}

/** The number of a command, as its input is called. */
const command = ({ t }: Person, stage: string, number: string) =>
  t('commands.one', { number, stage: t(`commands.stage.${stage}`) })

export const CATALOG: Journey[] = [
  {
    name: 'create a product with a picture and commands',
    async run(person, installation) {
      const { page, t } = person
      const { storeId } = await openShop(person, installation)
      await person.open(`/stores/${storeId}/products`)
      await person.read(t('products.none'))
      await person.click(page.getByRole('link', { name: t('products.new') }).first())
      await person.see('products.new')
      await person.fill('product.name', 'VIP Gold')
      await person.fill('product.price', '14.9o')
      await person.read('14.90')
      await person.fill('product.price', '14.90')
      await person.type(page.getByLabel(command(person, 'approve', '1'), { exact: true }), 'addvip {userId} gold')
      await person.type(page.getByLabel(command(person, 'refund', '1'), { exact: true }), 'removevip {userId} gold')
      await person.fill('productPage.description', 'More **homes**, see [rules](https://vale.example).')
      await person.click(page.getByRole('tab', { name: t('markdown.preview') }))
      await page.locator('.prose strong', { hasText: 'homes' }).waitFor()
      await page
        .getByLabel(t('pictures.add'))
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pngFile(storeId) })
      await page.locator('.pictures img').waitFor()
      await person.type(page.getByLabel(t('pictures.alt', { number: '1' })), 'A gold shield')
      await person.press('product.save')
      await page.getByRole('heading', { name: 'VIP Gold', level: 1 }).waitFor()
      await person.see('preview.title')
      await person.open(`/stores/${storeId}/products`)
      await page.locator('.thumb img').waitFor()
      await person.see('products.title')
    },
  },
  {
    name: 'change a price and see it in the list',
    isFrequent: true,
    async run(person, installation) {
      const { page, t } = person
      const { storeId, addProduct } = await openShop(person, installation)
      await addProduct('VIP Gold', '14.90')
      await person.open(`/stores/${storeId}/products`)
      await person.click(page.getByRole('link', { name: 'VIP Gold' }))
      await person.see('product.details')
      await person.fill('product.price', '16.50')
      await person.click(page.getByRole('link', { name: t('products.title') }).first())
      await person.see('saveBar.leave')
      await person.press('saveBar.stay')
      await person.press('product.save')
      await person.read(t('product.saved'))
      await page.locator('.savebar').waitFor({ state: 'detached' })
      await person.click(page.getByRole('link', { name: t('products.title') }).first())
      await page.getByRole('cell', { name: /16[.,]50/ }).waitFor()
    },
  },
  {
    name: 'see what a hostile name would do',
    async run(person, installation) {
      const { page, t } = person
      const { storeId, addProduct } = await openShop(person, installation)
      const productId = await addProduct('VIP Gold', '14.90')
      await person.open(`/stores/${storeId}/products/${productId}`)
      await person.see('preview.title')
      await page.getByText('addvip alex-7 gold').waitFor()
      await person.read(t('refusal.character', { value: ';' }))
      await person.fill('preview.try', 'steve; stop')
      await page.getByText('addvip alex-7 gold').waitFor({ state: 'detached' })
      require((await page.locator('.render .cmd').count()) === 0, 'a hostile name is in a command of the preview')
      await person.fill('preview.try', 'steve')
      await page.getByText('addvip steve gold').waitFor()
      await person.type(page.getByLabel(command(person, 'approve', '1'), { exact: true }), '{userId} op')
      await person.read(t('product.error.commandName', { userId: '{userId}' }))
      await person.press('saveBar.discard')
    },
  },
  {
    name: 'what would a refund run?',
    async run(person, installation) {
      const { page, t } = person
      const { storeId, addProduct } = await openShop(person, installation)
      const productId = await addProduct('VIP Gold', '14.90')
      await person.open(`/stores/${storeId}/products/${productId}`)
      await person.press('commands.askRefund')
      await page.getByText('removevip alex-7 gold').waitFor()
      await person.see('preview.title')
      await person.click(
        page.getByRole('button', { name: t('commands.remove', { name: command(person, 'refund', '1') }) }),
      )
      await person.read(t('refundAnswer.nothing'))
      await person.read(t('warning.title.no_refund_command'))
    },
  },
  {
    name: 'somebody else changed the product meanwhile',
    async run(person, installation) {
      const { page, t } = person
      const { storeId, manage, addProduct } = await openShop(person, installation)
      const productId = await addProduct('VIP Gold', '14.90')
      await person.open(`/stores/${storeId}/products/${productId}`)
      await person.see('product.details')
      await manage.updateProduct({ storeId, productId, stock: 7 }, { ifMatch: '*' })
      await person.fill('product.price', '16.50')
      await person.press('product.save')
      await person.read(t('product.field.stock'))
      await person.press('conflict.keep')
      await person.press('product.save')
      await page.locator('.savebar').waitFor({ state: 'detached' })
      const values = await Promise.all(
        ['product.price', 'limits.stock'].map((id) => page.getByLabel(t(id), { exact: true }).first().inputValue()),
      )
      require(values.join() === '16.50,7', `one of two changes was lost: ${values.join()}`)
    },
  },
  {
    name: 'reorder categories with the keyboard',
    async run(person, installation) {
      const { page, t } = person
      const { storeId } = await openShop(person, installation)
      await person.open(`/stores/${storeId}/categories`)
      await person.read(t('categories.none'))
      for (const name of ['Ranks', 'Kits', 'Coins']) {
        await person.press('categories.add')
        await person.type(page.getByRole('dialog').getByLabel(t('product.name')), name)
        await person.press('categories.create')
        await page.getByText(name, { exact: true }).waitFor()
      }
      await person.see('categories.title')
      const up = page.getByRole('button', { name: `${t('categories.up')}: Coins` })
      for (const place of ['2', '1']) {
        await up.focus()
        await page.keyboard.press('Enter')
        await person.read(t('categories.moved', { name: 'Coins', place, count: '3' }))
        await page.locator('.categories[aria-busy="false"]').waitFor()
      }
      await person.open(`/stores/${storeId}/categories`)
      await page.locator('.categories > li').first().getByText('Coins', { exact: true }).waitFor()
      await person.click(page.getByRole('button', { name: t('categories.deleteOne', { name: 'Kits' }) }))
      await person.press('categories.delete')
      await page.getByText('Kits', { exact: true }).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'put ranks in a group of tiers',
    async run(person, installation) {
      const { page, t } = person
      const { storeId, manage, addProduct } = await openShop(person, installation)
      const knight = await addProduct('Knight', '10.00')
      const king = await addProduct('King', '30.00')
      await person.open(`/stores/${storeId}/tiers`)
      await person.read(t('tiers.noneWhy'))
      await person.press('tiers.add')
      const dialog = page.getByRole('dialog')
      await person.type(dialog.getByLabel(t('tiers.name')), 'Ranks')
      for (const name of ['King', 'Knight'])
        await dialog.getByLabel(t('tiers.addProduct')).selectOption({ label: name })
      await person.click(dialog.getByRole('button', { name: `${t('categories.up')}: Knight` }))
      await person.press('tiers.create')
      await person.read(t('tiers.foot.full'))
      await person.see('tiers.title')
      const names = await page.locator('.panel .rows a').allTextContents()
      require(names.join() === 'Knight,King', `the tiers are in the wrong order: ${names.join()}`)
      await person.click(page.getByRole('button', { name: t('categories.editOne', { name: 'Ranks' }) }))
      await dialog.getByLabel(t('tiers.credit')).selectOption('remaining_time')
      await person.press('save')
      await person.read(t('tiers.foot.remaining_time'))
      await person.inspect()
      const sell = (productId: string) =>
        manage.createManualSale({ storeId, gameUserId: 'kestrel', items: [{ productId }] })
      await sell(knight)
      const { id: orderId } = await sell(king)
      const refusal: unknown = await sell(knight).catch((error: unknown) => error)
      require(String(refusal).includes('higher tier'), `a lower tier was sold: ${String(refusal)}`)
      await person.open(`/stores/${storeId}/orders/${orderId}`)
      await page
        .getByText(/20[.,]00/)
        .first()
        .waitFor()
      await person.inspect()
      await person.open(`/stores/${storeId}/tiers`)
      await person.click(page.getByRole('button', { name: t('categories.deleteOne', { name: 'Ranks' }) }))
      await person.click(dialog.getByRole('button', { name: t('tiers.delete') }))
      await person.read(t('tiers.noneWhy'))
    },
  },
  {
    name: 'ask the buyer for a text and a color, and see what the console gets',
    async run(person, installation) {
      const { page, t } = person
      const { storeId, manage, addProduct } = await openShop(person, installation)
      const productId = await addProduct('Name tag', '5.00')
      await person.open(`/stores/${storeId}/products/${productId}`)
      await person.see('fields.title')
      await person.press('fields.add')
      await person.fill('fields.label', 'Your text')
      await person.fill('fields.name', 'tag')
      await person.fill('fields.pattern', '[A-Za-z]+')
      await person.press('fields.add')
      const last = (id: string) => page.getByLabel(t(id), { exact: true }).last()
      await person.type(last('fields.label'), 'Color')
      await person.type(last('fields.name'), 'color')
      await person.choose(last('fields.type'), 'choice')
      await person.type(page.getByLabel(t('fields.choices'), { exact: true }), 'red = Ruby\nblue = Sapphire')
      await person.type(
        page.getByLabel(command(person, 'approve', '1'), { exact: true }),
        'settag {userId} {field.tag} {field.color}',
      )
      await page.getByText('settag alex-7 Dragon red').first().waitFor()
      await person.read(t('preview.hostileValue', { field: '{field.tag}' }))
      await person.inspect()
      await person.press('product.save')
      await person.read(t('product.saved'))
      const { fields } = await manage.getProduct({ storeId, productId })
      require(fields.map(({ name }) => name).join() === 'tag,color', 'the questions were not stored')
      const visit = await openAsBuyer(person, { manage, storeId })
      await visit('/p/name-tag', 'Your text')
      await page.locator('#field-color').selectOption({ label: 'Sapphire' })
    },
  },
  {
    name: 'raise ten prices by ten percent',
    async run(person, installation) {
      const { page, t } = person
      const { storeId, addProduct } = await openShop(person, installation)
      for (let number = 1; number <= 10; number++) await addProduct(`Kit ${number}`, `${number}.00`)
      await person.open(`/stores/${storeId}/products`)
      for (let number = 1; number <= 10; number++)
        await person.check(page.getByLabel(t('products.chooseOne', { name: `Kit ${number}` }), { exact: true }))
      await person.press('products.change')
      await person.fill('bulk.number.percent', '10')
      await person.see('bulk.preview')
      await person.click(page.locator('.savebar .btn-primary'))
      await person.read(t('run.finished', { done: '10', failed: '0' }))
      await person.press('bulk.back')
      await page.getByRole('cell', { name: /11[.,]00/ }).waitFor()
    },
  },
  {
    name: 'import products from CSV with a mistake in line 3',
    async run(person, installation) {
      const { page, t } = person
      const { storeId, addProduct } = await openShop(person, installation)
      const productId = await addProduct('VIP Gold', '14.90')
      const file = `id,name,price,on_purchase\r\n${productId},VIP Gold,16.50,addvip {userId} gold\r\n,Kit,cheap,kit {userId}\r\n,Coins,1.00,coins {userId} 5\r\n`
      await person.open(`/stores/${storeId}/products/import`)
      await person.see('import.title')
      await page
        .getByLabel(t('import.choose'))
        .setInputFiles({ name: 'p.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
      await person.read(t('import.counts', { create: '1', change: '1', same: '0', refuse: '1' }))
      await page
        .getByRole('row', { name: t('import.lineNumber', { line: '3' }) })
        .getByText('cheap')
        .waitFor()
      await person.see('import.preview')
      await person.click(page.locator('.savebar .btn-primary'))
      await person.read(t('run.finished', { done: '2', failed: '0' }))
      await person.click(page.getByRole('link', { name: t('bulk.back') }))
      await page.getByRole('cell', { name: /16[.,]50/ }).waitFor()
    },
  },
  {
    name: 'archive a product and restore it',
    async run(person, installation) {
      const { page, t } = person
      const { storeId, addProduct } = await openShop(person, installation)
      const productId = await addProduct('VIP Gold', '14.90')
      await person.open(`/stores/${storeId}/products/${productId}`)
      await person.press('product.archive')
      await person.read(t('product.archiveEffect'))
      await person.press('product.archiveNow')
      await person.read(t('product.state.archived'))
      await person.open(`/stores/${storeId}/products?state=archived`)
      await person.click(page.getByRole('link', { name: 'VIP Gold' }))
      await person.press('product.restore')
      await person.read(t('product.state.onSale'))
    },
  },
]
