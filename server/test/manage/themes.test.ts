import { expect, it } from 'vitest'
import { formatId } from '../../src/ids.ts'
import { writeArchive } from '../../src/themes/archive/write-archive.ts'
import { readBuiltInTheme } from '../../src/themes/built-in-themes.ts'
import { startManagement } from './start-management.ts'

const platform = await startManagement({
  env: { PUBLIC_URL: 'http://manage.localhost:8080', STOREFRONT_DOMAIN: 'stores.example' },
})
const vale = await readBuiltInTheme('vale')

it('an owner looks at changes of the storefront before they save them, and the audit log does not fill up', async () => {
  const { request } = await platform.createStoreAs('owner')
  const { status, body } = await request('POST', '/storefront/preview', { texts: { title: 'Harbor' } })
  expect([status, body]).toMatchObject([
    201,
    { url: expect.stringMatching(/^http:\/\/preview-[a-z2-7]{52}\.stores\.example:8080$/) as string },
  ])
  expect((await request('POST', '/storefront/preview', { locales: ['en', 'en'] })).status).toBe(400)
  expect((await request('GET', '/storefront')).body).toMatchObject({ version: 1, texts: { title: '' } })
  expect((await request('GET', '/audit-log?action=createStorefrontPreview')).body).toMatchObject({ items: [] })
})

it('an owner uploads two versions, compares them, previews one, publishes it and rolls back', async () => {
  const { storeId, request } = await platform.createStoreAs('owner')
  const token = await platform.createApiToken(storeId, ['catalog:write'])
  const upload = async (changes: Record<string, string>) => {
    const files = new Map([
      ...vale,
      ...Object.entries(changes).map(([path, text]) => [path, Buffer.from(text)] as const),
    ])
    return fetch(`${platform.baseUrl}/api/manage/1.0/stores/${formatId('sto', storeId)}/themes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/zip' },
      body: new Uint8Array(await writeArchive(files)),
    })
  }
  expect((await upload({})).status).toBe(201)
  const second = await upload({ 'sections/page.liquid': '<h1>{{ page.title }}</h1>' })
  expect(await second.json()).toMatchObject({ number: 2, name: 'Vale', isPublished: false })
  const refused = await upload({ 'sections/page.liquid': '{% if %}' })
  expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
    400,
    expect.stringContaining('sections/page.liquid:1'),
  ])
  const { body: diff } = await request('GET', '/themes/2/diff?from=1')
  expect(diff).toMatchObject({ changes: [{ path: 'sections/page.liquid', change: 'changed' }] })
  const { body: preview } = await request('POST', '/themes/2/preview', {})
  expect(preview).toMatchObject({
    url: expect.stringMatching(/^http:\/\/preview-[a-z2-7]{52}\.stores\.example:8080$/) as string,
  })
  expect((await request('POST', '/themes/2/publish')).body).toMatchObject({ number: 2, isPublished: true })
  const wrong = await request('PATCH', '/storefront', { themeSettings: { accent: 'red' } }, { 'if-match': '*' })
  expect([wrong.status, wrong.body]).toMatchObject([400, { field: 'body/themeSettings' }])
  expect((await request('POST', '/themes/rollback')).body).toEqual({ themeVersion: null })
  expect((await request('GET', '/theme-errors')).body).toEqual({ items: [] })
  expect((await request('GET', '/themes/9')).status).toBe(404)
})
