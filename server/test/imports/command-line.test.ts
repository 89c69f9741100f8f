import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCommandLine, TRANSPORTS } from '../command-line/harness.ts'

const { newStore } = await openCommandLine()

const FILES = {
  'categories.csv': 'id,name\nranks,Ranks\n',
  'products.csv': 'id,name,price,category,duration,servers\n7,VIP,4.99,ranks,P30D,nowhere\n8,Key,1,,,\n',
  'commands.csv': 'product,stage,command\n7,approve,addvip {userId}\n7,expire,endvip {userId}\n',
  'entitlements.csv': 'player,product,until\nsteve,7,2999-01-01\nalex,8,\n',
  'bans.csv': 'player,reason\ngriefer,fraud\n',
  'coupons.csv': 'code,discount,products\nSALE,10 %,7\n',
  'gift-cards.csv': 'code,balance\n4000123412341234,12.50\n',
}

async function newFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'import-'))
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(dir, name), text)
  return dir
}

test.for(TRANSPORTS)('a CSV folder is compared, imported and not imported again, %s', async (transport) => {
  const { run } = await newStore(transport)
  const dir = await newFolder()
  const dry = await run('import', 'csv', '--dir', dir, '--dry-run')
  expect(dry.stdout).toContain('+ products: VIP')
  expect(dry.stdout).toContain('Key: It is not imported, because it has no command that gives it.')
  expect(dry.stdout).toContain('There is no server "nowhere" here')
  expect(dry.stdout).not.toContain('400012341234')
  const imported = JSON.parse((await run('import', 'csv', '--dir', dir, '--json')).stdout) as { changes: number }
  expect(imported).toMatchObject({ changes: 6, counts: { coupons: { created: 1 }, giftCards: { created: 1 } } })
  await writeFile(join(dir, 'products.csv'), FILES['products.csv'].replace('4.99', '5.99'))
  const changed = await run('import', 'csv', '--dir', dir)
  expect(changed.stdout).toContain('~ products: VIP')
  expect(changed.stdout).toContain('price: 499 → 599')
  expect(JSON.parse((await run('import', 'csv', '--dir', dir, '--json')).stdout)).toMatchObject({ changes: 0 })
})

test('a template lists the packages that have no commands, and is never overwritten', async () => {
  const { run } = await newStore('on this machine')
  const dir = await newFolder()
  await writeFile(join(dir, 'packages.json'), JSON.stringify([{ id: 7, name: '=VIP', price: 1 }]))
  const template = join(dir, 'template.csv')
  const args = ['import', 'tebex', '--dir', dir, '--template', template, '--dry-run'] as const
  expect(await run(...args)).toMatchObject({ code: 0 })
  expect(await readFile(template, 'utf8')).toContain(`"7","'=VIP","approve",""`)
  expect(await run(...args)).toMatchObject({ code: 1 })
})

test('prices in another currency are refused', async () => {
  const { run } = await newStore('on this machine')
  const dir = await newFolder()
  await writeFile(join(dir, 'information.json'), JSON.stringify({ account: { currency: { iso_4217: 'JPY' } } }))
  expect((await run('import', 'tebex', '--dir', dir)).stderr).toContain('are in JPY')
})
