import { codeOf } from '../../../server/src/accounts/second-factor/totp.ts'
import { type Journey, require } from '../journey.ts'
import type { Person } from '../person.ts'

const NEW_PASSWORD = 'another quarry fox 84'

async function openAccount(person: Person): Promise<void> {
  await person.read('Vale')
  await person.open('/account')
  await person.see('settings.title')
}

/** Other devices in the list have a button with the same name. */
async function signOut({ page, t, click }: Person): Promise<void> {
  await click(page.getByRole('button', { name: t('signOut'), exact: true }).last())
}

/** Calls the API with the cookie of the browser. */
async function callAs({ page }: Person, path: string, body?: object): Promise<void> {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const options = JSON.stringify({ method: 'POST', ...(body && json) })
  const status = await page.evaluate(`fetch('/api/manage/1.0${path}', ${options}).then(({ status }) => status)`)
  require(Number(status) < 300, `POST ${path} was answered with ${String(status)}`)
}

/** The code that an authenticator app shows for a secret. */
function appCode(secret: string): string {
  return codeOf(secret, Math.floor(Date.now() / 30_000))
}

export const ACCOUNTS: Journey[] = [
  {
    name: 'the first person opens the link of `quartermaster setup`',
    async run(person, { run }) {
      const { url = '' } = await run('setup', '--email', person.email)
      await person.open(url)
      await person.see('confirm.title')
      await person.fill('account.name', 'Ana Prado')
      await person.fill('account.newPassword', 'short')
      await person.fill('account.newPassword', person.password)
      await person.press('confirm.submit')
      await person.see('setup.store.title')
    },
  },
  {
    name: 'a wrong password is explained at its place, and the right one opens the store',
    isFrequent: true,
    async run(person, { addOwner }) {
      await addOwner(person)
      await person.open('/')
      await person.see('signIn.title')
      await person.enter('wrong password 1')
      await person.read(person.t('signIn.wrong'))
      await person.enter()
      await person.see('nav.today')
    },
  },
  {
    name: 'an address that needs a session is opened after the sign-in',
    async run(person, { addOwner, origin }) {
      await addOwner(person)
      await person.open('/account')
      await person.see('signIn.title')
      await person.enter()
      await person.see('settings.title')
      await person.open(`/account/sign-in?next=${encodeURIComponent('//evil.example/')}`)
      await person.enter()
      await person.see('nav.today')
      require(person.page.url().startsWith(origin), 'the sign-in led to another site')
    },
  },
  {
    name: 'a forgotten password is replaced, and a passkey of the last days is removed unless it is kept',
    async run(person, { addOwner, inbox }) {
      await addOwner(person)
      await person.open('/account/forgot')
      await person.see('forgot.title')
      await person.fill('account.email', person.email)
      await person.press('forgot.submit')
      await person.see('mail.title')
      await person.open(await inbox.waitForLink(person.email, '/account/reset'))
      await person.see('reset.title')
      require(!person.page.url().includes('token'), 'the token stayed in the address')
      await person.fill('account.newPassword', NEW_PASSWORD)
      await person.press('reset.submit')
      await person.see('reset.done')
      await person.open('/')
      await person.enter(NEW_PASSWORD)
      await person.see('nav.today')
    },
  },
  {
    name: 'a second factor is set up, and the next sign-in needs it',
    async run(person, { addOwner }) {
      await addOwner(person)
      await person.signIn()
      await openAccount(person)
      await person.press('settings.secondFactorStart')
      await person.page.getByRole('img', { name: person.t('settings.qr') }).waitFor()
      const secret = (await person.page.locator('.copybox code').first().textContent()) ?? ''
      await person.fill('secondFactor.code', appCode(secret))
      await person.press('settings.secondFactorConfirm')
      await person.read(person.t('settings.saveCodes'))
      const codes = (await person.page.locator('.copybox code').first().textContent()) ?? ''
      await signOut(person)
      await person.see('signIn.title')
      await person.signIn()
      await person.see('secondFactor.title')
      await person.fill('secondFactor.code', codes.split('\n')[0] ?? '')
      await person.press('secondFactor.submit')
      await person.see('nav.today')
    },
  },
  {
    name: 'a passkey is added and signs in without a password',
    async run(person, { addOwner }) {
      await addOwner(person)
      await person.addAuthenticator()
      await person.signIn()
      await openAccount(person)
      await person.press('settings.addPasskey')
      await person.page.locator('.rows b', { hasText: person.t('settings.thisDevice') }).waitFor()
      await signOut(person)
      await person.see('signIn.title')
      await person.press('signIn.passkey')
      await person.see('nav.today')
    },
  },
  {
    name: 'a change that needs a recent proof asks for it in place and does not lose the form',
    async run(person, { addOwner, query }) {
      await addOwner(person)
      await person.signIn()
      await openAccount(person)
      await query(
        `update account_sessions set authenticated_at = now() - interval '1 hour'
         where account_id = (select id from accounts where email = $1)`,
        [person.email],
      )
      await person.fill('account.newPassword', NEW_PASSWORD)
      await person.press('settings.changePassword')
      const dialog = person.page.getByRole('dialog')
      await person.type(dialog.getByLabel(person.t('account.password')), person.password)
      await person.click(dialog.getByRole('button', { name: person.t('proof.submit') }))
      await person.read(person.t('settings.passwordChanged'))
    },
  },
  {
    name: 'an invitation leads through the sign-in into the store',
    async run(person, { addOwner, inbox }) {
      await addOwner(person)
      const boss = { email: `boss-${person.email}`, password: person.password }
      const { storeId } = await addOwner(boss)
      await person.open('/account/sign-in')
      await callAs(person, '/account/sign-in', boss)
      await callAs(person, `/stores/${storeId}/invitations`, { email: person.email, role: 'support' })
      await callAs(person, '/account/sign-out')
      await person.open(await inbox.waitForLink(person.email, '/account/invitation'))
      await person.see('link.invitation.title')
      await person.press('link.invitation.submit')
      await person.see('signIn.title')
      await person.enter()
      await person.see('link.invitation.title')
      await person.press('link.invitation.submit')
      await person.see('link.invitation.done')
      await person.click(person.page.getByRole('link', { name: person.t('link.invitation.next') }))
      await person.see('stores.title')
    },
  },
  {
    name: 'the language and the colors are chosen, and stay after a reload',
    async run(person, { addOwner }) {
      await addOwner(person)
      await person.signIn()
      await openAccount(person)
      await person.choose(person.page.getByLabel(person.t('settings.scheme'), { exact: true }), 'dark')
      await person.choose(person.page.getByLabel(person.t('settings.language'), { exact: true }), 'es')
      await person.page.reload()
      await person.page.getByRole('heading', { name: 'Tu cuenta' }).waitFor()
      const theme = await person.page.evaluate('document.documentElement.dataset.theme')
      require(theme === 'dark', `the colors are ${String(theme)}`)
    },
  },
  {
    name: 'an account is closed, after its owner has given the store away',
    async run(person, { addOwner, query }) {
      await addOwner(person)
      await person.signIn()
      await openAccount(person)
      await person.press('settings.close')
      await person.see('settings.closeTitle')
      await person.press('settings.closeNow')
      await person.read('You own the store Vale')
      const member = 'delete from store_members where account_id = (select id from accounts where email = $1)'
      await query(member, [person.email])
      await person.press('settings.closeNow')
      await person.see('signIn.title')
      await person.enter()
      await person.read(person.t('signIn.wrong'))
    },
  },
  {
    name: 'stop e-mails about commands that others change',
    async run(person, installation) {
      const { storeId } = await installation.addOwner(person)
      const helper = { email: `helper-${person.email}`, password: person.password }
      const { manage } = await installation.addOwner(helper)
      await installation.run('member', 'add', '--store', storeId, '--email', helper.email, '--role', 'manager')
      await manage.createProduct({ storeId, name: 'VIP', priceMinor: 490, commands: { approve: ['addvip {userId}'] } })
      await person.open(await installation.inbox.waitForLink(person.email, '/account/alerts'))
      await person.see('link.alerts.title')
      await person.press('link.alerts.submit')
      await person.see('link.alerts.done')
      await person.follow('link.alerts.next')
      await person.see('signIn.title')
      await person.enter()
      await person.see('settings.emails')
      const commands = person.page.getByLabel(person.t('settings.alert.commands_changed'))
      require(!(await commands.isChecked()), 'the link did not switch the e-mails off')
      await commands.check()
      await person.press('settings.emailsSave')
      await person.read(person.t('settings.emailsSaved'))
      const { mutedAlerts } = await (await installation.connect(person)).getAccount()
      require(mutedAlerts.length === 0, 'the e-mails are still switched off')
    },
  },
]
