import { formatId, newId, type StoreId } from '../../../server/src/ids.ts'
import { alter } from '../../../server/test/portable/archive-files.ts'
import { type Journey, require } from '../journey.ts'

const PASSPHRASE = 'correct horse battery'

export const PORTABLE: Journey[] = [
  {
    name: 'download everything, and import a store from another installation',
    async run(person, { addOwner }) {
      const { page, t } = person
      const { storeId } = await addOwner(person)
      await person.comeBack(`/stores/${storeId}/settings`)
      await person.see('download.title')
      await person.fill('download.passphrase', PASSPHRASE)
      await person.fill('download.again', 'another passphrase')
      await page.locator('input:invalid').waitFor()
      await person.fill('download.again', PASSPHRASE)
      const downloading = page.waitForEvent('download')
      await person.press('download.submit')
      const download = await downloading
      require(/^vale-\d{4}-\d{2}-\d{2}\.zip$/.test(download.suggestedFilename()), 'the file has another name')
      await page.locator('.note.is-ok').waitFor()
      await person.see('download.title')
      // The same rows under another id are a store that this installation does not know.
      const archive = await alter(await download.path(), {
        manifest: (manifest) => (manifest.storeId = formatId('sto', newId<StoreId>())),
      })
      await person.open('/setup')
      await person.follow('stores.import')
      await person.see('importStore.title')
      const file = page.getByLabel(t('importStore.file'), { exact: true })
      await file.setInputFiles({ name: 'none.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') })
      await person.fill('importStore.passphrase', PASSPHRASE)
      await person.press('importStore.submit')
      await page.getByRole('alert').waitFor()
      await person.see('importStore.title')
      await file.setInputFiles({ name: 'vale.zip', mimeType: 'application/zip', buffer: archive })
      await person.press('importStore.submit')
      await page.getByRole('heading', { name: t('importStore.done', { name: 'Vale' }), exact: true }).waitFor()
      await person.see('importStore.leftOut')
      await person.follow('importStore.open')
      await person.see('nav.today')
      require(!page.url().includes(storeId), 'the old store is open')
    },
  },
]
