import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const INTEGRATIONS = new URL('../../../integrations/', import.meta.url)

test('both integrations ship the same core: cp integrations/luanti/core/* integrations/fivem/core/', async () => {
  expect(await read('fivem')).toEqual(await read('luanti'))
})

async function read(integration: string): Promise<Record<string, string>> {
  const folder = new URL(`${integration}/core/`, INTEGRATIONS)
  const names = await readdir(folder)
  const texts = names.map(async (name) => [name, await readFile(new URL(name, folder), 'utf8')] as const)
  return Object.fromEntries(await Promise.all(texts))
}
