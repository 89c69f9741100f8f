import { callAs, confirm } from '../dialog.ts'
import { type Installation, type Journey, require } from '../journey.ts'
import type { Person } from '../person.ts'

const HOST = 'hooks.invalid'

async function openScreen(person: Person, { addOwner }: Installation, path: string, title: string) {
  const { storeId } = await addOwner(person)
  await person.comeBack(`/stores/${storeId}/${path}`)
  await person.see(title)
  return { storeId }
}

async function addWebhook(person: Person, installation: Installation): Promise<void> {
  await openScreen(person, installation, 'webhooks', 'nav.webhooks')
  await confirm(person, {
    open: 'webhook.create',
    submit: 'webhook.createSubmit',
    fill: { 'webhook.url': `https://${HOST}/store` },
    check: [person.t('webhook.event.checkout.paid')],
  })
  await person.page.getByRole('heading', { name: HOST, exact: true }).waitFor()
  await person.see('webhook.attempts')
}

export const OPERATE: Journey[] = [
  {
    name: 'see why a webhook fails and send it again',
    async run(person, installation) {
      await addWebhook(person, installation)
      await person.press('webhook.test')
      await person.page.locator('.chip.is-bad').first().waitFor()
      await person.see('webhook.attempts')
      await person.click(person.page.locator('summary', { hasText: 'endpoint.test' }).first())
      await person.read('"type": "endpoint.test"')
      await installation.query('update webhook_deliveries set next_at = null, attempts = 12')
      await confirm(person, { open: 'webhook.resendFailed', submit: 'webhook.resendSubmit' })
      await person.press('webhook.resend')
    },
  },
  {
    name: 'replace the secret of a webhook, choose its events, disable it and delete it',
    async run(person, installation) {
      await addWebhook(person, installation)
      const secret = person.page.locator('.new-secret code')
      const first = (await secret.textContent()) ?? ''
      await confirm(person, {
        open: 'webhook.rotate',
        submit: 'webhook.rotateSubmit',
        check: [person.t('webhook.leaked')],
      })
      await person.page.locator('.new-secret code', { hasNotText: first }).waitFor()
      await person.check(person.page.getByLabel(person.t('webhook.event.delivery.held')))
      await person.press('save')
      await confirm(person, { open: 'webhook.disable', submit: 'webhook.disableSubmit' })
      await person.press('webhook.enable')
      await confirm(person, { open: 'webhook.delete', submit: 'webhook.delete' })
      await person.read(person.t('webhook.none'))
    },
  },
  {
    name: 'invite a moderator who may only help players',
    async run(person, installation) {
      await openScreen(person, installation, 'team', 'nav.team')
      const email = `mod-${person.email}`
      await confirm(person, {
        open: 'team.invite',
        submit: 'team.inviteSubmit',
        fill: { 'team.email': email },
        check: [person.t('team.role.support')],
      })
      await person.read(email)
      await installation.inbox.waitForLink(email, '/account/invitation')
      await person.press('team.revokeInvitation')
      await person.read(person.t('invitation.revoked'))
    },
  },
  {
    name: 'create a token for a bot, and revoke it',
    async run(person, installation) {
      await openScreen(person, installation, 'tokens', 'nav.tokens')
      await confirm(person, {
        open: 'token.create',
        submit: 'token.createSubmit',
        fill: { 'token.name': 'Discord bot' },
        choose: { 'token.expires': '30' },
        check: ['checkouts:read'],
      })
      const token = (await person.page.locator('.new-secret code').textContent()) ?? ''
      require(token.startsWith('qmt_'), `the token is ${token}`)
      await person.see('nav.tokens')
      await confirm(person, { open: 'token.revoke', submit: 'token.revokeSubmit' })
      await person.read(person.t('token.revoked'))
    },
  },
  {
    name: 'find out who changed a price, and export the audit log',
    async run(person, installation) {
      const { storeId } = await openScreen(person, installation, 'audit', 'nav.audit')
      const path = `/stores/${storeId}/products`
      const commands = { approve: ['addvip {userId}'] }
      const product = await callAs(person, 'POST', path, { name: 'VIP', priceMinor: 1990, commands })
      await callAs(person, 'PATCH', `${path}/${product['id']}`, { priceMinor: 1490 })
      await person.choose(person.page.getByLabel(person.t('audit.what'), { exact: true }), 'updateProduct')
      await person.press('list.apply')
      await person.page.getByRole('cell', { name: /14[.,]90/ }).waitFor()
      await person.read('Ana Prado')
      require(person.page.url().includes('action=updateProduct'), 'the filter is not in the address')
      const downloading = person.page.waitForEvent('download')
      await person.press('list.export')
      const stream = await (await downloading).createReadStream()
      const csv = Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>)).toString('utf8')
      require(csv.split('\r\n').length === 3, `the file is ${csv}`)
      await person.fill('audit.subject', 'prd_unknown')
      await person.press('list.apply')
      await person.see('list.noMatch')
    },
  },
]
