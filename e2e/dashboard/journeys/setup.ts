import { setTimeout as sleep } from 'node:timers/promises'
import { createGamesClient, followQueue } from '@quartermaster/sdk'
import { type Journey, require } from '../journey.ts'
import type { Person } from '../person.ts'

const MAX_CLICKS = 15
const MAX_FIELDS = 8
const MAX_SECONDS = 300
const SECONDS_OF_A_CLICK = 1
const SECONDS_OF_A_FIELD = 3

/** A game server that runs every command at once, until the signal. */
async function playGame({ url, key, signal }: { url: string; key: string; signal: AbortSignal }): Promise<void> {
  const client = createGamesClient({ url, key })
  await client.init({ serverPort: 25_565 })
  for await (const commands of followQueue(client, { signal }))
    for (const { id } of commands) {
      await sleep(200)
      await client.markAsProcessed(id)
    }
}

async function createAccount(person: Person, url: string): Promise<void> {
  await person.open(url)
  await person.see('confirm.title')
  await person.fill('account.name', 'Ana Prado')
  await person.fill('account.newPassword', person.password)
  await person.press('confirm.submit')
}

async function createStore(person: Person): Promise<void> {
  await person.see('setup.store.title')
  await person.fill('setup.store.name', 'Vale')
  await person.press('setup.store.submit')
  await person.see('setup.title.game')
}

async function createKey(person: Person): Promise<string> {
  await person.click(person.page.getByText('Minecraft', { exact: true }))
  await person.press('setup.game.submit')
  await person.see('setup.title.connect')
  return (await person.page.locator('.copybox code').first().textContent()) ?? ''
}

export const SETUP: Journey[] = [
  {
    name: 'from the link of the setup to a delivered test sale',
    async run(person, { run, gamesUrl }) {
      const { url = '' } = await run('setup', '--email', person.email)
      const startedAt = performance.now()
      await createAccount(person, url)
      await createStore(person)
      const key = await createKey(person)
      await person.press('copy')
      await person.read(person.t('setup.connect.waiting'))
      const stopped = new AbortController()
      const game = playGame({ url: gamesUrl, key, signal: stopped.signal })
      await person.read(person.t('setup.connect.connected'))
      await person.follow('setup.connect.next')
      await person.see('setup.title.product')
      await person.press('setup.product.submit')
      await person.see('setup.title.sale')
      await person.fill('setup.sale.player', 'steve')
      await person.press('setup.sale.submit')
      await person.read(person.t('setup.sale.arrived', { product: person.t('template.items') }))
      await person.see('setup.title.sale')
      const waited = (performance.now() - startedAt) / 1_000
      await person.follow('setup.sale.next')
      await person.see('setup.title.live')
      stopped.abort()
      await game.catch(() => undefined)

      const { clicks, fields } = person.effort
      const seconds = Math.ceil(clicks * SECONDS_OF_A_CLICK + fields * SECONDS_OF_A_FIELD + waited)
      require(clicks <= MAX_CLICKS, `the setup takes ${clicks} clicks`)
      require(fields <= MAX_FIELDS, `the setup takes ${fields} fields`)
      require(seconds < MAX_SECONDS, `the setup takes ${seconds} s`)
      return { setupClicks: clicks, setupFields: fields, setupSeconds: seconds }
    },
  },
  {
    name: 'a live store that is created long after the sign-in gets its address, after a proof in place',
    async run(person, { addOwner, query }) {
      const { page, t } = person
      await addOwner(person)
      await person.signIn()
      await person.see('nav.today')
      const name = `Proof ${person.email.split('@')[0]}`
      await query(
        `update account_sessions set authenticated_at = now() - interval '1 hour'
         where account_id = (select id from accounts where email = $1)`,
        [person.email],
      )
      await person.open('/setup?mode=live')
      await person.see('setup.store.title')
      await person.fill('setup.store.name', name)
      await person.press('setup.store.submit')
      await person.see('proof.title')
      const dialog = page.getByRole('dialog')
      await person.click(dialog.getByRole('button', { name: t('cancel') }))
      await person.see('setup.address.title')
      await person.read(t('problem.reauthentication_required'))
      await person.press('storefront.chooseLabel')
      await person.type(dialog.getByLabel(t('account.password')), person.password)
      await person.press('proof.submit')
      await person.see('setup.title.game')
      const stores = await query(
        `select s.url, (select count(*)::int from store_hosts h where h.store_id = s.id) as hosts from stores s where s.name = $1`,
        [name],
      )
      require(stores.length === 1, `${stores.length} stores were created`)
      require(String(stores[0]?.['hosts']) === '1', 'the store has no address')
    },
  },
  {
    name: 'the setup is left and continued, and a lost key is replaced',
    async run(person, { addOwner }) {
      const { storeId } = await addOwner(person)
      await person.signIn()
      await person.follow('setup.continue')
      await person.see('setup.title.game')
      await createKey(person)
      await person.follow('setup.later')
      await person.see('nav.today')
      await person.open(`/stores/${storeId}/setup`)
      await person.see('setup.title.connect')
      await person.press('setup.connect.newKey')
      await person.read(person.t('setup.connect.keyOnce'))
      await person.follow('setup.back')
      await person.see('setup.title.game')
    },
  },
]
