import { confirm } from '../dialog.ts'
import { type Journey, require } from '../journey.ts'
import { addStoreWithSales, openAsBuyer } from '../store-with-sales.ts'

export const PROMOTIONS: Journey[] = [
  {
    name: 'plan a sale for the weekend, change it and end it',
    async run(person, installation) {
      const { page, t } = person
      const { storeId, manage } = await addStoreWithSales(installation, person)
      await person.comeBack(`/stores/${storeId}/sales`)
      await person.read(t('sales.noneWhy'))
      await person.see('nav.sales')
      await person.press('sales.add')
      const dialog = page.getByRole('dialog')
      await person.type(dialog.getByLabel(t('sales.name')), 'Harvest sale')
      await person.type(dialog.getByLabel(t('promotion.value')), '150')
      await dialog.getByLabel(t('promotion.for')).selectOption('chosen')
      await person.check(dialog.getByLabel('VIP Gold').first())
      await dialog.getByLabel(t('promotion.until')).fill('2099-11-22T23:59')
      await person.press('sales.create')
      await person.read(t('input.percent', { min: '1', max: '90' }))
      await person.inspect()
      await person.type(dialog.getByLabel(t('promotion.value')), '20')
      await person.press('sales.create')
      await page.getByRole('cell', { name: 'Harvest sale', exact: true }).waitFor()
      await person.read(t('promotion.running'))
      await person.inspect()
      await person.click(page.getByRole('button', { name: t('promotion.editOne', { name: 'Harvest sale' }) }))
      const until = await dialog.getByLabel(t('promotion.until')).inputValue()
      require(until === '2099-11-22T23:59', `the end is shown as ${until}`)
      await dialog.getByLabel(t('promotion.kind')).selectOption('amount')
      await person.type(dialog.getByLabel(t('promotion.value')), '1.50')
      await person.press('save')
      await page.getByRole('cell', { name: /1[.,]50/ }).waitFor()
      const visit = await openAsBuyer(person, { manage, storeId })
      await visit('/p/vip-gold', /13[.,]40/)
      await visit('/p/coins', /4[.,]90/)
      await person.open(`/stores/${storeId}/sales`)
      await person.click(page.getByRole('button', { name: t('promotion.deleteOne', { name: 'Harvest sale' }) }))
      await person.click(dialog.getByRole('button', { name: t('promotion.delete') }))
      await person.read(t('sales.noneWhy'))
      await visit('/p/vip-gold', /14[.,]90/)
    },
  },
  {
    name: 'a coupon that gives everything away asks for a proof in place, and keeps what was typed',
    async run(person, installation) {
      const { page, t } = person
      const { storeId } = await addStoreWithSales(installation, person)
      await person.signIn()
      await person.see('nav.today')
      await person.open(`/stores/${storeId}/coupons`)
      await person.see('nav.coupons')
      await installation.query(
        `update account_sessions set authenticated_at = now() - interval '1 hour'
         where account_id = (select id from accounts where email = $1)`,
        [person.email],
      )
      await person.press('coupons.add')
      const dialog = page.getByRole('dialog').first()
      await person.type(dialog.getByLabel(t('coupons.code')), 'FREE100')
      await person.type(dialog.getByLabel(t('promotion.value')), '100')
      await person.press('coupons.create')
      await person.see('proof.title')
      await person.inspect()
      await person.type(page.getByRole('dialog').last().getByLabel(t('account.password')), person.password)
      await person.press('proof.submit')
      await page.getByRole('cell', { name: 'FREE100', exact: true }).waitFor()
    },
  },
  {
    name: 'give a coupon to fifty buyers, and see how often it was used',
    async run(person, installation) {
      const { page, t } = person
      const { storeId, products, manage } = await addStoreWithSales(installation, person)
      await person.comeBack(`/stores/${storeId}/coupons`)
      await person.see('nav.coupons')
      await person.press('coupons.add')
      const dialog = page.getByRole('dialog')
      await person.type(dialog.getByLabel(t('coupons.code')), 'SUMMER10')
      await person.type(dialog.getByLabel(t('promotion.value')), '200')
      await person.type(dialog.getByLabel(t('promotion.maxUses')), '50')
      await person.press('coupons.create')
      await person.read(t('input.percent', { min: '1', max: '100' }))
      await person.inspect()
      await person.type(dialog.getByLabel(t('promotion.value')), '12.5')
      await person.press('coupons.create')
      await page.getByRole('cell', { name: t('promotion.usesOf', { uses: '0', max: '50' }) }).waitFor()
      const panel = page.getByRole('region', { name: t('tryPrice.title') })
      await panel.getByLabel(t('order.product')).selectOption({ label: 'VIP Gold' })
      await person.type(panel.getByLabel(t('coupons.code')), 'summer10')
      await person.press('tryPrice.submit')
      await panel.getByText(/13[.,]04/).waitFor()
      await person.inspect()
      const { id: checkoutId } = await manage.createManualSale({
        storeId,
        gameUserId: 'kestrel',
        items: [{ productId: products.vip }],
        code: 'summer10',
      })
      await person.open(`/stores/${storeId}/coupons`)
      await page.getByRole('cell', { name: t('promotion.usesOf', { uses: '1', max: '50' }) }).waitFor()
      await person.inspect()
      await person.open(`/stores/${storeId}/orders/${checkoutId}`)
      await person.read(t('order.codeUsed', { code: 'SUMMER10' }))
      await page
        .getByText(/13[.,]04/)
        .first()
        .waitFor()
      await person.inspect()
    },
  },
  {
    name: 'give a creator a code, see what they earned, and record the payout',
    async run(person, installation) {
      const { page, t } = person
      const { storeId, products, manage } = await addStoreWithSales(installation, person)
      await person.comeBack(`/stores/${storeId}/creators`)
      await person.see('nav.creators')
      await person.press('creators.add')
      const dialog = page.getByRole('dialog')
      await person.type(dialog.getByLabel(t('creators.name')), 'Ana Plays')
      await person.type(dialog.getByLabel(t('coupons.code')), 'ANA')
      await person.type(dialog.getByLabel(t('creators.sharePercent')), '10')
      await person.type(dialog.getByLabel(t('promotion.value')), '5')
      await person.inspect()
      await person.press('creators.create')
      await page.getByRole('cell', { name: 'Ana Plays', exact: true }).waitFor()
      const sale = await manage.createManualSale({
        storeId,
        gameUserId: 'kestrel',
        items: [{ productId: products.vip }],
        code: 'ana',
      })
      await person.open(`/stores/${storeId}/creators`)
      await person.inspect()
      await person.click(page.getByRole('link', { name: 'Ana Plays' }))
      await person.read(t('creators.kind.share'))
      await person.inspect()
      await confirm(person, { open: 'creators.payout', submit: 'creators.payoutSubmit' })
      await person.read(t('creators.kind.payout'))
      await person.inspect()
      await person.open(`/stores/${storeId}/orders/${sale.id}`)
      await person.read(t('order.codeOfCreator', { code: 'ANA', creator: 'Ana Plays' }))
      await person.inspect()
    },
  },
]
