import type { Person } from '../person.ts'
import type { World } from '../world.ts'

const RANK = {
  slug: 'knight',
  name: 'Knight',
  priceMinor: 1_490,
  commands: { approve: ['rank add {userId} knight'], refund: ['rank remove {userId} knight'] },
}
const CRATE = {
  slug: 'crate',
  name: 'Crate',
  priceMinor: 490,
  commands: { approve: ['crate give {userId}'], refund: ['crate take {userId}'] },
}

/** Two products whose commands can be told apart in the log of the game. */
export async function addGoods({ store }: World): Promise<void> {
  for (const product of [RANK, CRATE]) await store.addProduct({ ...product, conditions: { requiresOnline: true } })
}

export async function buy({ shop, player }: Person, { store }: World, ...slugs: string[]): Promise<void> {
  for (const slug of slugs) await shop.addToBasket(`${store.origin}/p/${slug}`)
  await shop.enterName(player)
  await shop.payWith('stripe')
  await shop.confirmPayment()
}

export async function signInAsOwner({ addPerson, owner }: World): Promise<Person> {
  const person = await addPerson({ player: 'Owner', ...owner })
  await person.signIn()
  await person.see('nav.today')
  return person
}

/** Finds the order of a player with the search of the top bar. */
export async function findOrder(staff: Person, player: string): Promise<void> {
  const { page, t } = staff
  await staff.type(page.getByRole('searchbox', { name: t('search.label') }), player)
  await page.keyboard.press('Enter')
  await staff.see('search.title')
  await staff.click(
    page
      .getByRole('table', { name: t('nav.orders') })
      .getByRole('link', { name: player })
      .first(),
  )
  await staff.see('order.lines')
}

/** Refunds one line of the order that is open. */
export async function refundLine(staff: Person, product: string): Promise<void> {
  const { page, t } = staff
  await staff.check(page.locator('#refund').getByRole('checkbox', { name: product }))
  await staff.click(page.locator('#refund .sum').getByRole('button'))
  await page
    .locator('.lines .status', { hasText: t('order.state.refunded') })
    .first()
    .waitFor()
}

/** Presses a button of the dialog that is open. */
export async function answer({ page, t, ...hands }: Person, id: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await hands.click(dialog.getByRole('button', { name: t(id), exact: true }))
  await dialog.waitFor({ state: 'detached' })
}

/** How often the game ran a command. */
export const timesRan = ({ game }: World, command: string): number =>
  game.log.filter((each) => each.command === command).length

/** The sentence that staff can paste to the buyer of the order that is open: what arrived, and when. */
export const explanationOf = ({ page }: Person): Promise<string> => page.locator('.answer blockquote').innerText()
