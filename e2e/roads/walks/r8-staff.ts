import { require, type Road, stop } from '../road.ts'
import type { Person } from '../person.ts'
import { addGoods, answer, buy, signInAsOwner } from './staff.ts'

/** Somebody joins the team, helps, becomes something else and leaves. */
export const R8: Road = {
  name: 'R8',
  title: 'staff',
  budget: { clicks: 24, fields: 12 },
  async run(tess, world) {
    const { step, game, inbox, store, addPerson } = world
    const home = `/stores/${store.storeId}`
    await addGoods(world)
    const buyer = await addPerson({ player: 'Nyx' })
    await step('a player buys', async () => {
      game.join(buyer.player)
      await buy(buyer, world, 'knight')
      await buyer.shop.see(buyer.shop.t('order.headline.delivered'))
    })
    const owner = await signInAsOwner(world)
    await step('the owner invites a helper by e-mail', async () => {
      await owner.open(`${home}/team`)
      await owner.see('nav.team')
      await owner.press('team.invite')
      const dialog = owner.page.getByRole('dialog')
      await owner.type(dialog.getByLabel(owner.t('team.email'), { exact: true }), tess.email)
      await owner.check(dialog.getByLabel(owner.t('team.role.support')))
      await answer(owner, 'team.inviteSubmit')
      await owner.read(tess.email)
    })
    await step('the helper has no account, creates one and accepts', async () => {
      const invitation = await inbox.waitForLink(tess.email, '/account/invitation')
      await signUp(tess, () => inbox.waitForLink(tess.email, '/account/confirm'))
      await tess.open(invitation)
      await tess.see('link.invitation.title')
      await tess.press('link.invitation.submit')
      await tess.see('link.invitation.done')
      await tess.open(home)
      await tess.see('nav.today')
    })
    await step('the helper sees players and orders, and no money or team', async () => {
      await tess.open(`${home}/players/${buyer.player}`)
      await tess.see('player.owns')
      for (const screen of ['payments', 'team', 'audit', 'settings']) {
        const links = await tess.page.locator(`nav.nav a[href="${home}/${screen}"]`).count()
        require(links === 0, `the navigation leads to ${screen}`)
        await tess.open(`${home}/${screen}`)
        await tess.read(tess.t('problem.forbidden'))
      }
    })
    await step('the helper bans the player', () => ban(tess, `${home}/players/${buyer.player}`, 'Chargebacks'))
    await step('the owner makes the helper a viewer, who cannot ban any more', async () => {
      await owner.page.reload()
      const row = memberRow(owner, tess)
      await owner.click(row.getByRole('button', { name: owner.t('team.changeRole') }))
      const dialog = owner.page.getByRole('dialog')
      await owner.choose(dialog.getByLabel(owner.t('team.role'), { exact: true }), 'viewer')
      await answer(owner, 'team.changeRole')
      await tess.page.reload()
      await tess.see('player.owns')
      require((await tess.page.getByRole('button', { name: tess.t('ban.lift') }).count()) === 0, 'a viewer can unban')
    })
    await step('the owner says goodbye, and the helper has nothing left', async () => {
      const row = memberRow(owner, tess)
      await owner.click(row.getByRole('button', { name: owner.t('remove') }))
      await answer(owner, 'team.removeSubmit')
      await row.waitFor({ state: 'detached' })
      await tess.open('/')
      await tess.see('setup.store.title')
    })
    await step('the audit log names everybody and what they did', async () => {
      await owner.open(`${home}/audit`)
      await owner.see('nav.audit')
      for (const action of ['inviteMember', 'acceptInvitation', 'banPlayer', 'updateMemberRole', 'removeMember'])
        await owner.page.getByRole('cell', { name: owner.t(`audit.action.${action}`) }).waitFor()
      const row = owner.page.getByRole('row').filter({ hasText: owner.t('audit.action.banPlayer') })
      require((await row.innerText()).includes(tess.email), 'the ban does not name the helper')
    })
    await stop(owner, 42, 'the audit log reads like sentences', async () => {
      const rows = await owner.page.getByRole('table', { name: owner.t('nav.audit') }).innerText()
      require(!/[{}]|\b(acc|sto|chk|prd|ivt)_\w/.test(rows), 'the audit log shows ids and JSON')
    })
  },
}

const memberRow = ({ page, t }: Person, { email }: Person) =>
  page
    .getByRole('table', { name: t('team.members') })
    .getByRole('row')
    .filter({ hasText: email })

async function signUp(person: Person, waitForLink: () => Promise<string>): Promise<void> {
  await person.open('/account/sign-up')
  await person.see('signUp.title')
  await person.fill('account.email', person.email)
  await person.press('signUp.submit')
  await person.see('mail.title')
  await person.open(await waitForLink())
  await person.see('confirm.title')
  await person.fill('account.name', person.player)
  await person.fill('account.newPassword', person.password)
  await person.press('confirm.submit')
  await person.page.waitForURL((url) => !url.pathname.startsWith('/account/confirm'))
}

async function ban(person: Person, path: string, reason: string): Promise<void> {
  await person.open(path)
  await person.click(person.page.getByRole('button', { name: `${person.t('ban.open')}…` }))
  await person.fill('ban.reason', reason)
  const dialog = person.page.getByRole('dialog')
  await person.click(dialog.locator('button[type=submit]'))
  await person.read(reason)
}
