import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createRefusal } from '../refuse.ts'
import { readDashboard } from './read-dashboard.ts'
import { serveDashboard } from './serve-dashboard.ts'

const SCRIPT = 'console.log("dashboard")'

async function buildFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-dashboard-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'dashboard'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><div id="root"></div>')
  await writeFile(join(folder, 'dashboard/index-x1.js'), SCRIPT)
  await writeFile(join(folder, 'dashboard/index-x1.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(join(folder, 'dashboard/index-x1.js.gz'), '')
  return folder
}

async function start(more = {}) {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.setErrorHandler(createRefusal(app.log))
  const files = (await readDashboard(await buildFolder())) ?? new Map()
  await app.register(serveDashboard, { files, publicUrl: 'https://manage.example', ...more })
  return (url: string, headers = {}) => app.inject({ url, headers })
}

test('all pages are one page, with a policy that allows no inline script, no other origin and no frame', async () => {
  const get = await start()
  for (const url of ['/', '/account', '/account/reset', '/stores/sto_x/orders', '/setup', '/platform']) {
    const { statusCode, body, headers } = await get(url)
    expect([statusCode, body], url).toEqual([200, '<!doctype html><div id="root"></div>'])
    expect(headers['cache-control']).toBe('no-cache')
    const policy = String(headers['content-security-policy'])
    expect(policy).not.toMatch(/unsafe|frame-src/)
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(rule)
  }
})

test('with a storefront domain, the dashboard may show its hosts in a frame, and nothing else', async () => {
  const get = await start({ storefrontDomain: 'shops.example' })
  const policy = String((await get('/')).headers['content-security-policy'])
  expect(policy).toContain('; frame-src https://*.shops.example; ')
})

test('a file of the build is kept by browsers for ever, and sent compressed', async () => {
  const get = await start()
  const plain = await get('/dashboard/index-x1.js')
  expect([plain.body, plain.headers['content-type']]).toEqual([SCRIPT, 'text/javascript; charset=utf-8'])
  expect(plain.headers['cache-control']).toContain('immutable')
  const compressed = await get('/dashboard/index-x1.js', { 'accept-encoding': 'gzip, br' })
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(SCRIPT)
})

test('other files are not found', async () => {
  const get = await start()
  for (const url of ['/dashboard/other.js', '/dashboard/..%2Findex.html', '/dashboard/index-x1.js.br'])
    expect((await get(url)).statusCode, url).toBe(404)
})

test('a dashboard that was not built is not there', async () => {
  expect(await readDashboard(join(tmpdir(), 'no-such-folder'))).toBeUndefined()
})
