import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deleteLogin, saveLogin, readLogin } from './saved-logins.ts'

const VALE = { url: 'https://vale.example', token: 'qmt_vale', storeId: 'sto_1' }
const DUNE = { url: 'https://dune.example', token: 'qms_dune', storeId: null }

async function newFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'quartermaster-logins-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  return join(parent, 'deep', 'quartermaster')
}

test('without an address the latest login is used', async () => {
  const folder = await newFolder()
  await saveLogin(folder, VALE)
  await saveLogin(folder, DUNE)
  expect(await readLogin(folder)).toEqual(DUNE)
  expect(await readLogin(folder, VALE.url)).toEqual(VALE)
  await saveLogin(folder, { ...VALE, token: 'qmt_other' })
  expect(await readLogin(folder)).toMatchObject({ token: 'qmt_other' })
})

test('a deleted login is gone from the disk, and the others stay', async () => {
  const folder = await newFolder()
  await saveLogin(folder, VALE)
  await saveLogin(folder, DUNE)
  await deleteLogin(folder, DUNE)
  expect(await readLogin(folder)).toEqual(VALE)
  await expect(readLogin(folder, DUNE.url)).rejects.toThrow(`You are not signed in to ${DUNE.url}`)
  expect(await readFile(join(folder, 'remote.json'), 'utf8')).not.toContain(DUNE.token)
})

test('other users cannot read the logins, even if the file was readable before', async () => {
  const folder = await newFolder()
  await saveLogin(folder, VALE)
  await writeFile(join(folder, 'remote.json'), '{"logins":[]}', { mode: 0o644 })
  await saveLogin(folder, DUNE)
  expect((await stat(join(folder, 'remote.json'))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await readdir(folder)).toEqual(['remote.json'])
})

test('without a login, or with a damaged file, the error shows what to do', async () => {
  const folder = await newFolder()
  await expect(readLogin(folder)).rejects.toThrow('Run `quartermaster login --url https://…` first')
  await saveLogin(folder, VALE)
  await writeFile(join(folder, 'remote.json'), '{')
  await expect(readLogin(folder)).rejects.toThrow('Delete it and sign in again')
})
