import { BUILT_IN_THEMES } from '../../../server/src/themes/built-in-themes.ts'
import { findAxeViolations } from '../browser.ts'
import type { Journey } from '../journey.ts'
import { purchase } from './purchase.ts'

const PATHS = ['/', '/c/ranks', '/p/vip', '/search?q=vip', '/pages/rules', '/missing', '/basket']

/** Every other built-in theme: its pages pass axe, and a visitor buys with them. */
export const OTHER_THEMES: Journey[] = BUILT_IN_THEMES.slice(1).map((theme) => ({
  name: `buys in the theme ${theme}`,
  buys: true,
  async run(shopper, { openAnother }) {
    const shop = await openAnother()
    await shop.manage.updateStorefront({ storeId: shop.storeId, theme }, { ifMatch: '*' })
    for (const path of PATHS) {
      await shopper.open(shop.origin + path)
      // The same paths of the usual theme may have been checked already.
      if (shopper.hasScript) shopper.seen.axe.push(...(await findAxeViolations(shopper.page)))
    }
    await purchase(shopper, shop, { provider: 'sandbox' })
  },
}))
