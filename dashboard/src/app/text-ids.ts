import type account from '../../locales/en/account.json'
import type audit from '../../locales/en/audit.json'
import type catalog from '../../locales/en/catalog.json'
import type deliveries from '../../locales/en/deliveries.json'
import type everywhere from '../../locales/en/everywhere.json'
import type giftCards from '../../locales/en/gift-cards.json'
import type list from '../../locales/en/list.json'
import type orders from '../../locales/en/orders.json'
import type payments from '../../locales/en/payments.json'
import type platform from '../../locales/en/platform.json'
import type players from '../../locales/en/players.json'
import type problems from '../../locales/en/problems.json'
import type promotions from '../../locales/en/promotions.json'
import type redelivery from '../../locales/en/redelivery.json'
import type servers from '../../locales/en/servers.json'
import type settings from '../../locales/en/settings.json'
import type setup from '../../locales/en/setup.json'
import type shell from '../../locales/en/shell.json'
import type storefront from '../../locales/en/storefront.json'
import type subscriptions from '../../locales/en/subscriptions.json'
import type team from '../../locales/en/team.json'
import type today from '../../locales/en/today.json'
import type webhooks from '../../locales/en/webhooks.json'

/** One line for each file, so that two branches can add one. */
// prettier-ignore
export type TextId = keyof (
  & typeof account
  & typeof audit
  & typeof catalog
  & typeof deliveries
  & typeof everywhere
  & typeof giftCards
  & typeof list
  & typeof orders
  & typeof payments
  & typeof platform
  & typeof players
  & typeof problems
  & typeof promotions
  & typeof redelivery
  & typeof servers
  & typeof settings
  & typeof setup
  & typeof shell
  & typeof storefront
  & typeof subscriptions
  & typeof team
  & typeof today
  & typeof webhooks
)
