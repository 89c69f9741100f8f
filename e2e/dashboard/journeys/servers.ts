import { createDeliveryClient } from '@quartermaster/sdk'
import { confirm } from '../dialog.ts'
import { type Installation, type Journey, require } from '../journey.ts'
import type { Person } from '../person.ts'

async function openServers(person: Person, { addOwner }: Installation): Promise<{ storeId: string }> {
  const { storeId } = await addOwner(person)
  await person.comeBack(`/stores/${storeId}/servers`)
  await person.see('nav.servers')
  return { storeId }
}

/** The text of the first box with a copy button. */
async function copyFirst({ page }: Person): Promise<string> {
  return (await page.locator('.copybox code').first().textContent()) ?? ''
}

async function addServer(person: Person, name: string): Promise<void> {
  await confirm(person, {
    open: 'server.create',
    submit: 'server.createSubmit',
    fill: { 'server.name': name },
    choose: { 'server.game': 'minecraft' },
  })
  await person.page.getByRole('heading', { name, exact: true }).waitFor()
}

export const SERVERS: Journey[] = [
  {
    name: 'connect a game server and copy its key',
    isFrequent: true,
    async run(person, installation) {
      await openServers(person, installation)
      await person.read(person.t('server.none'))
      await addServer(person, 'survival')
      await person.see('server.state')
      const key = await copyFirst(person)
      require(key.startsWith('qm_'), `the key is ${key}`)
      await person.read(`--key ${key}`)
      await person.read('enable-rcon=true')
      await person.read(person.t('server.state.waiting'))
      const game = createDeliveryClient({ url: installation.gamesUrl, key })
      await game.init({ serverPort: 25565 })
      await game.poll()
      await person.read(person.t('server.state.connected'))
      await person.page.reload()
      await person.see('server.state')
      require(!(await person.page.content()).includes(key), 'the key is shown a second time')
    },
  },
  {
    name: 'revoke a stolen key after the server has a new one',
    async run(person, installation) {
      await openServers(person, installation)
      await addServer(person, 'creative')
      const old = await copyFirst(person)
      await person.press('server.newKey')
      await person.page.locator('.new-secret code', { hasNotText: old }).waitFor()
      await confirm(person, {
        open: 'server.revokeOld',
        submit: 'server.revokeCount',
      })
      await person.page.locator('.chip', { hasText: person.t('server.revoked').split('{')[0] ?? '' }).waitFor()
      await confirm(person, { open: 'server.revoke', submit: 'server.revokeSubmit' })
      await person.press('server.importKey')
      const dialog = person.page.getByRole('dialog')
      await person.type(dialog.getByLabel(person.t('server.key'), { exact: true }), 'a-key-of-an-older-platform-1')
      await person.click(dialog.getByRole('button', { name: person.t('server.importSubmit'), exact: true }))
      await dialog.waitFor({ state: 'detached' })
      await confirm(person, { open: 'server.revokeAll', submit: 'server.revokeCount' })
      await person.page
        .getByRole('button', { name: person.t('server.revokeAll'), exact: true })
        .waitFor({ state: 'detached' })
    },
  },
  {
    name: 'rename a server, restrict its addresses and make it the default',
    async run(person, installation) {
      const { storeId } = await openServers(person, installation)
      await addServer(person, 'first')
      await person.open(`/stores/${storeId}/servers`)
      await person.see('nav.servers')
      await addServer(person, 'second')
      await person.press('server.makeDefault')
      await person.read(person.t('server.getsDefault'))
      await person.fill('server.name', 'hub')
      await person.fill('server.addresses', 'not an address')
      await person.press('save')
      await person.page.locator('[aria-invalid=true]').waitFor()
      await person.fill('server.addresses', '203.0.113.7')
      await person.press('save')
      await person.page.getByRole('heading', { name: 'hub', exact: true }).waitFor()
      await person.open(`/stores/${storeId}/servers`)
      await person.page.getByRole('link', { name: 'hub' }).waitFor()
      await person.read(person.t('server.default'))
    },
  },
]
