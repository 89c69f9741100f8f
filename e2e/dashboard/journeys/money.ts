import { parseId, type StoreId } from '../../../server/src/ids.ts'
import { confirm } from '../dialog.ts'
import { type Installation, type Journey, require } from '../journey.ts'
import type { Person } from '../person.ts'
import { addStoreWithSales } from '../store-with-sales.ts'

type StoreWithSale = { storeId: string; path: string; uuid: string }

/** A store whose player kestrel received a rank for 30 days. */
async function openStoreWithSale(person: Person, installation: Installation): Promise<StoreWithSale> {
  const { storeId, products, sell, play } = await addStoreWithSales(installation, person)
  await sell('kestrel', products.vip)
  await play('kestrel')
  await person.comeBack()
  return { storeId, path: `/stores/${storeId}`, uuid: parseId<StoreId>('sto', storeId) ?? '' }
}

export const MONEY: Journey[] = [
  {
    name: 'connect a payment provider, see that it is in test mode, and disconnect it',
    async run(person, installation) {
      const { path } = await openStoreWithSale(person, installation)
      await person.open(`${path}/payments`)
      await person.see('payment.providers')
      const row = person.page.locator('.rows > li', { hasText: person.t('payment.sandbox') })
      await person.click(row.getByRole('button', { name: person.t('payment.connect'), exact: true }))
      const dialog = person.page.getByRole('dialog')
      await person.click(dialog.getByRole('button', { name: person.t('payment.connect'), exact: true }))
      await row.getByText(person.t('payment.mode.test')).waitFor()
      await person.click(row.getByRole('button', { name: person.t('payment.disconnect'), exact: true }))
      await person.click(dialog.getByRole('button', { name: person.t('payment.disconnectSubmit') }))
      await row.getByText(person.t('payment.notConnected')).waitFor()
    },
  },
  {
    name: 'decide about money that fits no order, and save the file for a dispute',
    async run(person, installation) {
      const { path, uuid } = await openStoreWithSale(person, installation)
      await installation.query(
        `insert into parked_payments (store_id, id, provider, reason, subject, facts)
         values ($1, gen_random_uuid(), 'sandbox', 'amount_mismatch', 'pay_1', '{"amountMinor":990,"currency":"EUR"}')`,
        [uuid],
      )
      await installation.query(`update checkouts set state = 'disputed', disputed_at = now() where store_id = $1`, [
        uuid,
      ])
      await person.open(`${path}/payments`)
      await person.read(person.t('payment.reason.amount_mismatch'))
      await person.see('payment.parked')
      await confirm(person, {
        open: 'payment.decide',
        submit: 'payment.decided',
        fill: { 'payment.note': 'returned at the provider' },
      })
      await person.read(person.t('payment.noneParked'))
      await person.choose(person.page.getByLabel(person.t('payment.show'), { exact: true }), 'all')
      await person.press('list.apply')
      await person.read('returned at the provider')
      const downloading = person.page.waitForEvent('download')
      await person.press('payment.evidence')
      require((await downloading).suggestedFilename().startsWith('evidence-chk_'), 'the file has another name')
    },
  },
  {
    name: 'see today what happens in 30 days, in a test store',
    async run(person, installation) {
      const { path, uuid } = await openStoreWithSale(person, installation)
      await person.open(`${path}/settings`)
      await person.see('clock.title')
      await confirm(person, { open: 'clock.advance', submit: 'clock.advance', choose: { 'clock.by': '90' } })
      await person.read(person.t('clock.now', { time: '|' }).split('|')[0] ?? '')
      const [store] = await installation.query('select clock_ahead_seconds as s from stores where id = $1', [uuid])
      require(Number(store?.['s']) === 90 * 86_400, `the clock is ${store?.['s']} s ahead`)
      await person.fill('storeSettings.name', 'Vale of Ash')
      await person.press('save')
      await person.page.getByRole('button', { name: /Vale of Ash/ }).waitFor()
    },
  },
  {
    name: 'an operator finds a store and gives it another plan',
    async run(person, { addOwner, query }) {
      await addOwner(person)
      await person.signIn()
      await person.see('nav.today')
      await query(
        String.raw`update accounts set is_operator = true, totp_sealed = '\x00', totp_key_id = 't1', totp_confirmed_at = now(),
           totp_last_step = 0 where email = $1`,
        [person.email],
      )
      await person.open('/platform')
      await person.see('platform.plans')
      await person.see('platform.title')
      await confirm(person, {
        open: 'platform.setPlan',
        submit: 'platform.setPlan',
        fill: { 'platform.plan': 'ADVANCED', 'platform.lastDay': '2030-12-31' },
      })
      await person.page.getByRole('cell', { name: 'ADVANCED' }).first().waitFor()
    },
  },
  {
    name: 'issue a gift card, look at its ledger, change its balance and void it',
    async run(person, installation) {
      const { path } = await openStoreWithSale(person, installation)
      await person.open(`${path}/gift-cards`)
      await person.see('nav.giftCards')
      await confirm(person, {
        open: 'giftCard.issue',
        submit: 'giftCard.issueSubmit',
        fill: { 'giftCard.value': '25.00', 'giftCard.note': 'Winner of the contest' },
      })
      await person.page.getByText(/^GIFT(-[0-9A-Z]{4}){4}$/).waitFor()
      await person.see('giftCard.ledger')
      await confirm(person, {
        open: 'giftCard.adjust',
        submit: 'giftCard.adjustSubmit',
        fill: { 'giftCard.amount': '5.00', 'giftCard.why': 'typed wrongly' },
      })
      await person.read('typed wrongly')
      await confirm(person, { open: 'giftCard.void', submit: 'giftCard.voidSubmit' })
      await person.read(person.t('giftCard.state.void'))
      await person.inspect()
      await person.open(`${path}/gift-cards`)
      await person.read('Winner of the contest')
      await person.inspect()
    },
  },
  {
    name: 'enter the taxes of two countries, which receipts show',
    async run(person, installation) {
      const { page, t } = person
      const { path, storeId } = await openStoreWithSale(person, installation)
      await person.open(`${path}/settings`)
      await person.see('taxes.title')
      const last = (id: string) => page.getByLabel(t(id), { exact: true }).last()
      for (const [country, rate] of [
        ['de', '19'],
        ['PT', '23,5'],
      ] as const) {
        await person.press('taxes.add')
        await person.type(last('taxes.country'), country)
        await person.type(last('taxes.rate'), rate)
      }
      await person.inspect()
      const panel = page.getByRole('region', { name: t('taxes.title') })
      await person.click(panel.getByRole('button', { name: t('save') }))
      await panel.getByText(t('storeSettings.saved')).waitFor()
      await person.inspect()
      const manage = await installation.connect(person)
      const { taxRates } = await manage.getStore({ storeId })
      const stored = taxRates.map(({ country, rate }) => `${country} ${rate}`).join()
      require(stored === 'DE 1900,PT 2350', `the taxes are ${stored}`)
    },
  },
]
