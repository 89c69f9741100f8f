import { createDeliveryClient, type Manage } from '@quartermaster/sdk'
import { type Journey, require, type Shops } from '../journey.ts'
import type { Shopper } from '../shopper.ts'
import type { Shop } from '../stores.ts'
import { deliverTo, purchase, seeDelivery } from './purchase.ts'

/** Players of the stand-ins of Steam, Discord and Mojang. */
const STEAM_ID = '76561198000000042'
const DISCORD = { id: '80351110224678912', name: 'Ilse of the Fen' }
const MINECRAFT_NAME = 'Rowan_Hale'

type Providers = NonNullable<NonNullable<Manage.UpdateStorefrontData['body']>['identityProviders']>

/** Every way to prove or look up who is playing. What goes wrong first is explained in the page. */
export const IDENTITY: Journey[] = [
  {
    name: 'buys through Steam',
    buys: true,
    async run(shopper, shops) {
      const shop = await openShopFor(shops, ['steam'])
      const identify = () => signIn(shopper, { service: 'steam', button: 'sign-in', name: STEAM_ID })
      await purchase(shopper, shop, { provider: 'sandbox', identify })
      await seeDelivery(shopper, deliverTo(shop, STEAM_ID))
      await seeOwnThings(shopper, shop, STEAM_ID)
    },
  },
  {
    name: 'buys through Discord',
    buys: true,
    async run(shopper, shops) {
      const shop = await openShopFor(shops, ['discord'])
      const identify = () => signIn(shopper, { service: 'discord', button: 'authorize', name: DISCORD.name })
      await purchase(shopper, shop, { provider: 'sandbox', identify })
      await seeDelivery(shopper, deliverTo(shop, DISCORD.id))
      await seeOwnThings(shopper, shop, DISCORD.name)
    },
  },
  {
    name: 'buys with a code from the game',
    buys: true,
    async run(shopper, { server, ...shops }) {
      const shop = await openShopFor(shops, ['code'])
      const game = createDeliveryClient({ url: server, key: shop.servers[0]?.key ?? '' })
      const { code } = await game.link({ gameUserId: shopper.player })
      async function identify(): Promise<void> {
        require((await shopper.page.locator('#name').count()) === 0, 'a store that wants proof asks for a name')
        await shopper.enterCode('0000-0000')
        await shopper.see(shopper.t('fault.code_wrong'))
        await shopper.enterCode(code.toLowerCase())
        await seePlayer(shopper, shopper.player, 'who.proven')
      }
      await purchase(shopper, shop, { provider: 'sandbox', identify })
      await seeDelivery(shopper, deliverTo(shop, shopper.player))
      await seeOwnThings(shopper, shop, shopper.player)
    },
  },
  {
    name: 'buys by a name that Mojang knows',
    buys: true,
    async run(shopper, shops) {
      const shop = await openShopFor(shops, ['minecraft'])
      async function identify(): Promise<void> {
        await shopper.enterName('Rowan_Hall')
        await shopper.see(shopper.t('fault.unknown_player'))
        await shopper.enterName(MINECRAFT_NAME.toLowerCase())
        await seePlayer(shopper, MINECRAFT_NAME, 'who.not_you')
        const face = shopper.page.locator('.who-found img[src^="/avatars/minecraft/"]')
        const width = await face.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth)
        require(width > 0, 'the face of the player is not shown')
      }
      await purchase(shopper, shop, { provider: 'sandbox', identify })
      await seeDelivery(shopper, deliverTo(shop, MINECRAFT_NAME))
    },
  },
]

async function openShopFor({ openAnother }: Pick<Shops, 'openAnother'>, identityProviders: Providers): Promise<Shop> {
  const shop = await openAnother()
  await shop.manage.updateStorefront({ storeId: shop.storeId, identityProviders }, { ifMatch: '*' })
  return shop
}

type SignIn = { service: 'steam' | 'discord'; button: string; name: string }

/** Cancels on the page of the service first, and then signs in there. */
async function signIn(shopper: Shopper, { service, button, name }: SignIn): Promise<void> {
  const { follow, see, t } = shopper
  await follow(`a[href="/who/${service}"]`)
  await follow('button[name=cancel]')
  await see(t('fault.sign_in_failed'))
  await follow(`a[href="/who/${service}"]`)
  await follow(`button[name=${button}]`)
  await seePlayer(shopper, name, 'who.proven')
}

async function seePlayer({ page, see, t }: Shopper, name: string, note: string): Promise<void> {
  await see(t(note))
  require((await page.locator('.who-found b').first().innerText()) === name, `the page does not name ${name}`)
}

async function seeOwnThings(shopper: Shopper, { origin }: Shop, name: string): Promise<void> {
  await shopper.open(`${origin}/me`)
  await shopper.see(name)
  await shopper.see('VIP')
}
