import { writeArchive } from '../../../server/src/themes/archive/write-archive.ts'
import { readBuiltInTheme } from '../../../server/src/themes/built-in-themes.ts'
import { pngFile } from '../../kit/png-file.ts'
import { callAs, confirm } from '../dialog.ts'
import { type Installation, type Journey, require } from '../journey.ts'
import type { Person } from '../person.ts'
import { openAsBuyer } from '../store-with-sales.ts'

async function openStorefront(person: Person, { addOwner }: Installation, part = ''): Promise<string> {
  const { storeId } = await addOwner(person)
  await person.comeBack(`/stores/${storeId}/storefront${part}`)
  await person.see('nav.storefront')
  return storeId
}

/** Waits for the page of the store in its frame. */
async function seePreview({ page }: Person): Promise<void> {
  await page.frameLocator('.store-preview-page iframe:not(.is-next)').getByText('Vale').first().waitFor()
}

async function uploadTheme(person: Person, changed: Record<string, string> = {}): Promise<void> {
  const files = new Map(await readBuiltInTheme('vale'))
  for (const [path, text] of Object.entries(changed)) files.set(path, Buffer.from(text))
  const file = { name: 'theme.zip', mimeType: 'application/zip', buffer: await writeArchive(files) }
  await person.page.getByLabel(person.t('storefront.themeFile')).first().setInputFiles(file)
}

async function publish(person: Person, number: number): Promise<void> {
  await person.click(person.page.locator('.rows a', { hasText: new RegExp(`^${number}:`) }))
  await person.press('storefront.publish')
  await person.click(person.page.getByRole('dialog').getByRole('button', { name: person.t('storefront.publish') }))
  await person.read(person.t('storefront.published'))
}

export const STOREFRONT: Journey[] = [
  {
    name: 'change the color and the title of the store',
    async run(person, installation) {
      await openStorefront(person, installation)
      await person.fill('storefront.title', 'Vale ⚔')
      await person.fill('storefront.accent', '#aa3311')
      const preview = person.page.frameLocator('.store-preview-page iframe:not(.is-next)')
      await preview.getByText('Vale ⚔').first().waitFor()
      await preview.locator('link[href*="/assets/colors."]').waitFor({ state: 'attached' })
      await person.see('storefront.livePreview')
      await person.press('save')
      await person.read(person.t('storefront.saved'))
      await person.type(
        person.page.getByLabel(person.t('storefront.legal.terms')),
        '# Terms\n\nNo refunds after a ban.',
      )
      await person.press('storefront.legalSave')
      await person.page.reload()
      await person.read('No refunds after a ban.')
      const color = await person.page.getByLabel(person.t('storefront.accent'), { exact: true }).inputValue()
      require(color === '#aa3311', `the color is ${color}`)
    },
  },
  {
    name: 'set a goal that the home page shows, and remove it',
    async run(person, installation) {
      const { page, t } = person
      const storeId = await openStorefront(person, installation)
      const manage = await installation.connect(person)
      await manage.createServer({ storeId, name: 'survival', profile: 'standard' })
      const commands = { approve: ['give {userId} coin'] }
      const { id: productId } = await manage.createProduct({ storeId, name: 'Coins', priceMinor: 2_000, commands })
      await manage.createManualSale({ storeId, gameUserId: 'kestrel', items: [{ productId }] })
      await seePreview(person)
      await confirm(person, {
        open: 'goal.set',
        submit: 'goal.save',
        fill: { 'goal.name': 'A faster machine', 'goal.amount': '50.00' },
      })
      await person.read('A faster machine')
      await person.see('goal.title')
      const visit = await openAsBuyer(person, { manage, storeId })
      await visit('/', 'A faster machine')
      await page.getByText('40%').first().waitFor()
      await person.open(`/stores/${storeId}/storefront`)
      await seePreview(person)
      await confirm(person, {
        open: 'goal.change',
        submit: 'goal.save',
        fill: { 'goal.startsOn': '2020-01-01', 'goal.endsOn': '2020-01-31' },
      })
      await person.read('2020')
      await page.reload()
      await seePreview(person)
      await confirm(person, { open: 'goal.remove', submit: 'goal.remove' })
      await person.read(t('goal.none'))
      require((await manage.getStorefront({ storeId })).goal === null, 'the goal was not removed')
    },
  },
  {
    name: 'write a page of rules, and remove it again',
    async run(person, installation) {
      await openStorefront(person, installation, '/pages')
      await person.follow('storefront.addPage')
      await person.fill('storefront.pageTitle', 'Rules')
      await person.fill('storefront.pageSlug', 'rules')
      await person.fill('storefront.pageBody', '# Be kind\n\n- No cheating')
      await person.press('storefront.savePage')
      await person.read('/pages/rules')
      await person.press('remove')
      await person.press('storefront.removePageSubmit')
      await person.read(person.t('storefront.noPage'))
    },
  },
  {
    name: 'replace a text of the store, and use the original again',
    async run(person, installation) {
      await openStorefront(person, installation, '/texts')
      await person.fill('storefront.findText', 'home.recent')
      await person.press('storefront.replace')
      await person.fill('storefront.newText', 'Latest heroes')
      await person.press('save')
      await person.read('Latest heroes')
      await person.press('storefront.useOurs')
      await person.page.getByText('Latest heroes').first().waitFor({ state: 'detached' })
    },
  },
  {
    name: 'add a domain, see what DNS needs, and remove it',
    async run(person, installation) {
      await openStorefront(person, installation, '/domains')
      const domain = `shop-${person.email.slice(7, 15)}.example`
      await person.fill('storefront.domain', domain)
      await person.press('storefront.addDomain')
      await person.read(`_quartermaster.${domain}`)
      await person.press('storefront.check')
      await person.page.locator('.field-error').first().waitFor()
      await person.press('remove')
      await person.press('storefront.removeHostSubmit')
      await person.read(person.t('storefront.noAddress'))
    },
  },
  {
    name: 'let players sign in with Discord, and stop it again',
    async run(person, installation) {
      await openStorefront(person, installation, '/identity')
      await person.check(person.page.getByLabel(person.t('storefront.way.name')))
      await person.check(person.page.getByLabel(person.t('storefront.way.discord')))
      await person.press('save')
      await person.read(person.t('storefront.saved'))
      await person.press('storefront.connect')
      await person.fill('storefront.clientId', '157730590492196864')
      await person.fill('storefront.clientSecret', 'a-secret-of-discord-1')
      const dialog = person.page.getByRole('dialog')
      await person.click(dialog.getByRole('button', { name: person.t('storefront.connect') }))
      await person.read('157730590492196864')
      await person.press('storefront.disconnect')
      await person.click(dialog.getByRole('button', { name: person.t('storefront.disconnect') }))
      await person.page.getByText('157730590492196864').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'publish a theme and roll it back',
    async run(person, installation) {
      await openStorefront(person, installation, '/theme')
      await uploadTheme(person)
      await person.page.locator('.rows a', { hasText: /^1:/ }).waitFor()
      await publish(person, 1)
      await person.press('storefront.preview')
      await person.page.getByRole('link', { name: person.t('storefront.openPreview') }).waitFor()
      await person.follow('storefront.allVersions')
      await uploadTheme(person, { 'assets/extra.css': '.extra { color: red; }\n' })
      await person.page.locator('.rows a', { hasText: /^2:/ }).waitFor()
      await publish(person, 2)
      await person.read('assets/extra.css')
      await person.see('nav.storefront')
      await person.follow('storefront.allVersions')
      await person.press('storefront.rollback')
      await person.press('storefront.rollbackSubmit')
      await person.page.locator('.rows li', { hasText: /^1:/ }).locator('.chip').waitFor()
    },
  },
  {
    name: 'delete pictures that nothing shows',
    async run(person, installation) {
      const { page } = person
      await openStorefront(person, installation)
      const storeId = /sto_\w+/.exec(page.url())?.[0] ?? ''
      const upload = async (name: string) => {
        const script = `fetch('/api/manage/1.0/stores/${storeId}/pictures', { method: 'POST', headers: { 'content-type': 'image/png' },
          body: Uint8Array.from(atob('${pngFile(name).toString('base64')}'), (c) => c.charCodeAt(0)) }).then((r) => r.json())`
        return (await page.evaluate<{ hash: string }>(script)).hash
      }
      const [logo, ...others] = [await upload('logo'), await upload('old banner'), await upload('older banner')]
      await callAs(person, 'PATCH', `/stores/${storeId}/storefront`, { logo })
      await person.follow('storefront.part.pictures')
      await page.locator('.thumb img').nth(2).waitFor()
      await person.see('storefront.part.pictures')
      await confirm(person, { open: 'storefront.deletePicture', submit: 'storefront.deletePictureSubmit' })
      await page.locator('tbody tr').nth(2).waitFor({ state: 'detached' })
      await installation.query("update pictures set created_at = now() - interval '2 hours' where hash = any($1)", [
        others,
      ])
      await page.reload()
      await person.click(page.getByRole('button', { name: /1/ }))
      await person.click(page.getByRole('dialog').getByRole('button', { name: /1/ }))
      await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' })
      await page.locator('tbody tr').waitFor()
    },
  },
  {
    name: 'see why there is no preview of the store',
    async run(person, installation) {
      await person.page.route('**/storefront/preview', (route) => {
        const body = JSON.stringify({ code: 'not_configured', title: 'A setting is missing', status: 409 })
        return route.fulfill({ status: 409, contentType: 'application/problem+json', body })
      })
      await openStorefront(person, installation)
      await person.see('storefront.noPreview')
    },
  },
]
