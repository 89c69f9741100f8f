import { type Journey, require } from '../journey.ts'
import { LOOKS } from '../look.ts'
import { purchase } from './purchase.ts'

const BROWSE = ['/', '/c/ranks', '/p/vip', '/search?q=vip', '/search?q=nothing', '/pages/rules', '/terms', '/privacy']

/** Consecutive journeys have different looks, so that every page is seen in every language and scheme. */
export const ALL_PAGES: Journey[] = Array.from({ length: LOOKS }, (_, i) => ({
  name: `opens every page (${i + 1} of ${LOOKS})`,
  async run(shopper, { test }) {
    const { origin } = test
    for (const path of [...BROWSE, '/missing', '/basket', '/who']) await shopper.open(origin + path)
    await purchase(shopper, test, { provider: 'sandbox', recipient: `${shopper.player}_friend` })
    const order = shopper.page.url()
    await shopper.open(`${order}/withdraw`)
    await shopper.addToBasket(`${origin}/p/single`)
    await shopper.open(`${origin}/who`)
    await shopper.open(`${origin}/checkout`)
    const next = i === 0 ? 'es' : 'pt-BR'
    await shopper.page.fill('#email', 'typed@mail.example')
    await shopper.page.selectOption('#locale', next)
    await shopper.follow('.locale button')
    require((await shopper.page.getAttribute('html', 'lang')) === next, 'the language did not change')
    const typed = await shopper.page.inputValue('#email')
    require(typed === 'typed@mail.example', 'the choice of a language loses what was typed')
  },
}))
