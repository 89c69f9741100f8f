import { type Journey, require } from '../journey.ts'
import type { Shopper } from '../shopper.ts'
import type { Shop } from '../stores.ts'
import { seeRow, seeTotal } from './promotions.ts'
import { purchase, seePaidOrder } from './purchase.ts'

/** Products that ask for something or replace each other, and what the pages say about sales: taxes, receipts, the community. */
export const PRODUCTS: Journey[] = [
  {
    name: 'fills in the fields of a product',
    buys: true,
    async run(shopper, { openAnother }) {
      const shop = await openAnother()
      const { page, t, player } = shopper
      await shop.addProduct({ name: 'Name tag', slug: 'tag', priceMinor: 500, ...ASKED })
      await shopper.openUntil(`${shop.origin}/p/tag`, 'Name tag')
      await fill(shopper, { tag: 'Boss;op', number: '7', color: 'blue', bold: true, friend: 'Rowan', discord: DISCORD })
      await shopper.see(t('fault.field_pattern', { name: 'Text' }))
      await seeKept(shopper, { tag: 'Boss;op', number: '7', color: 'blue', friend: 'Rowan', discord: DISCORD })
      require(await page.isChecked('input[type=checkbox][name="field.bold"]'), 'the box is not checked any more')
      require((await page.getAttribute('#field-tag', 'aria-invalid')) === 'true', 'the field is not marked as wrong')
      await fill(shopper, { tag: 'Boss', number: '65' })
      await shopper.see(t('fault.field_too_large', { name: 'Number', count: 64 }))
      await fill(shopper, { number: '64', discord: '12' })
      await shopper.see(t('fault.field_not_a_discord_id', { name: 'Discord' }))
      await seeKept(shopper, { tag: 'Boss', number: '64', color: 'blue', friend: 'Rowan' })
      await fill(shopper, { discord: DISCORD })
      await seeEntered(shopper)
      await shopper.enterName(player)
      await shopper.fillCheckout()
      await seeEntered(shopper)
      await shopper.follow('button[name=provider]')
      await shopper.confirmPayment()
      await seePaidOrder(shopper, shop)
      await seeEntered(shopper)
      const commands = (await shop.commandsFor(player)).join()
      require(commands === `settag {userId} Boss 64 blue true Rowan ${DISCORD}`, `the game gets ${commands}`)
    },
  },
  {
    name: 'upgrades a rank for the difference, and cannot buy a lower one',
    buys: true,
    async run(shopper, { openAnother }) {
      const shop = await openAnother()
      const { page, t, player } = shopper
      await addRanks(shop)
      await shopper.openUntil(`${shop.origin}/p/king`, 'King')
      await purchase(shopper, shop, { provider: 'sandbox', slug: 'knight' })
      await shopper.addToBasket(`${shop.origin}/p/king`)
      await shopper.enterName(player)
      await seeRow(shopper, t('discount.upgrade'), '10.00')
      await seeTotal(shopper, '20.00')
      await shopper.payWith('sandbox')
      await shopper.confirmPayment()
      await seePaidOrder(shopper, shop)
      await seeRow(shopper, t('discount.upgrade'), '10.00')
      await seeTotal(shopper, '20.00')
      await shopper.addToBasket(`${shop.origin}/p/knight`)
      await shopper.see(t('fault.higher_tier_owned', { name: 'Knight' }))
      require((await page.locator('button[value=continue]').count()) === 0, 'a lower rank can be paid')
      await shopper.follow('.line-tools .btn-text')
      await shopper.see(t('basket.empty'))
    },
  },
  {
    name: 'chooses a country and prints the receipt',
    buys: true,
    async run(shopper, { openAnother }) {
      const shop = await openAnother()
      const { storeId, manage, origin } = shop
      const { page, t } = shopper
      const taxRates = [
        { country: 'BR', rate: 1_000 },
        { country: 'DE', rate: 1_900 },
      ]
      await manage.updateStore({ storeId, taxRates }, { ifMatch: '*' })
      await shopper.addToBasket(`${origin}/p/vip`)
      await shopper.enterName(shopper.player)
      await shopper.openUntil(`${origin}/checkout`, t('checkout.country_hint'))
      await page.selectOption('#country', 'DE')
      await page.check('input[name=consent]')
      await shopper.follow('button[name=provider]')
      await shopper.confirmPayment()
      await seePaidOrder(shopper, shop)
      await seeTotal(shopper, '19.90')
      await shopper.follow('a[href$="/receipt"]')
      await page
        .getByText(/19.*3[.,]18/)
        .first()
        .waitFor()
      await seeTotal(shopper, '19.90')
      await page.emulateMedia({ media: 'print' })
      await shopper.inspect()
      require(!(await page.locator('.no-print').isVisible()), 'the printed receipt contains the hint')
      require(!(await page.locator('footer').isVisible()), 'the printed receipt contains the footer')
      await page.emulateMedia({ media: null })
      await shopper.follow('.receipt a')
      await seePaidOrder(shopper, shop)
    },
  },
  {
    name: 'sees the goal, the supporters and the purchases, and is not named',
    buys: true,
    async run(shopper, { openAnother }) {
      const shop = await openAnother()
      const { storeId, manage, origin } = shop
      const { page, t, player } = shopper
      const goal = { title: 'A new machine', amountMinor: 10_000 }
      const shown = { showTopSupporter: true, showSupporterAmount: true, showRecentPurchases: true }
      await manage.updateStorefront({ storeId, goal, ...shown }, { ifMatch: '*' })
      await manage.createManualSale({ storeId, gameUserId: 'Rowan', items: [{ productId: await vipOf(shop) }] })
      await shopper.openUntil(`${origin}/`, t('home.supporter'))
      await shopper.see('A new machine')
      await shopper.addToBasket(`${origin}/p/vip`)
      await shopper.enterName(player)
      await shopper.fillCheckout()
      await page.check('input[name=hide_name]')
      await shopper.follow('button[name=provider]')
      await shopper.confirmPayment()
      await seePaidOrder(shopper, shop)
      await shopper.openUntil(`${origin}/`, t('home.goal_percent', { percent: 39 }))
      require((await page.getByText(player).count()) === 0, 'a buyer who did not want it is named')
      await shopper.see('Rowan')
    },
  },
]

const DISCORD = '123456789012345678'
const ASKED = {
  summary: 'Shown above your head',
  commands: {
    approve: ['settag {userId} {field.tag} {field.number} {field.color} {field.bold} {field.friend} {field.discord}'],
  },
  fields: [
    { name: 'tag', type: 'text' as const, label: 'Text', hint: 'Letters only.', maxLength: 12, pattern: '[A-Za-z]+' },
    { name: 'number', type: 'number' as const, label: 'Number', min: 1, max: 64 },
    {
      name: 'color',
      type: 'choice' as const,
      label: 'Color',
      choices: [
        { value: 'red', label: 'Ruby' },
        { value: 'blue', label: 'Sapphire' },
      ],
    },
    { name: 'bold', type: 'boolean' as const, label: 'In bold' },
    { name: 'friend', type: 'player' as const, label: 'Friend', hint: 'Who sees it first.' },
    { name: 'discord', type: 'discord' as const, label: 'Discord' },
  ],
}

/** Types values and sends the form of the product. */
async function fill({ page, follow }: Shopper, values: Record<string, string | true>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    if (value === true) await page.check(`input[type=checkbox][name="field.${name}"]`)
    else if (name === 'color') await page.selectOption(`#field-${name}`, value)
    else await page.fill(`#field-${name}`, value)
  }
  await follow('.buy button[name=product]')
}

async function seeKept({ page }: Shopper, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const kept = await page.inputValue(`#field-${name}`)
    require(kept === value, `"${value}" of the field ${name} became "${kept}"`)
  }
}

async function seeEntered({ see, t }: Shopper): Promise<void> {
  for (const text of ['Text: Boss', 'Number: 64', 'Color: Sapphire', `In bold: ${t('compare.yes')}`, 'Friend: Rowan'])
    await see(text)
}

async function addRanks({ storeId, manage, addProduct }: Shop): Promise<void> {
  const productIds = [
    await addProduct({ name: 'Knight', slug: 'knight', priceMinor: 1_000 }),
    await addProduct({ name: 'King', slug: 'king', priceMinor: 3_000 }),
  ]
  await manage.createTierGroup({ storeId, name: 'Ranks', credit: 'full', productIds })
}

async function vipOf({ storeId, manage }: Shop): Promise<string> {
  const { items } = await manage.listProducts({ storeId })
  return items.find(({ slug }) => slug === 'vip')?.id ?? ''
}
