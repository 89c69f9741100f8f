import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatBillOfMaterials } from './release/bill-of-materials.ts'
import { buildFiles, type Part, PART_NAMES } from './release/build-files.ts'
import { readChangelogPart } from './release/changelog-part.ts'
import { signChecksums, writeChecksums } from './release/checksums.ts'
import { readInventory } from './release/inventory.ts'
import { findForbidden, formatReport } from './release/licences.ts'

const ROOT = resolve(import.meta.dirname, '..')
const USAGE = `Usage: npm run release -- --out FOLDER [--key FILE] [--check] [--only ${PART_NAMES.join(',')}]

  --out FOLDER   an empty folder for the files of the release
  --key FILE     sign the checksums with this key of minisign; its public key is FILE with .pub instead of .key
  --check        build everything a second time and compare the bytes; then install each file, which has to deliver a sale
  --only PARTS   build only these parts`

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    key: { type: 'string' },
    check: { type: 'boolean', default: false },
    only: { type: 'string', default: PART_NAMES.join(',') },
    help: { type: 'boolean', default: false },
  },
})

if (values.help || values.out === undefined) console.log(USAGE)
else await release(resolve(values.out))

async function release(out: string): Promise<void> {
  if (existsSync(out) && (await readdir(out)).length > 0)
    throw new Error(`${out} is not empty. Choose an empty folder.`)
  const only = values.only.split(',')
  const parts = PART_NAMES.filter((part) => only.includes(part))
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const sums = await build(out, version, parts)
  if (values.check) await compare(sums, version, parts)
  if (values.check && parts.length === PART_NAMES.length) use(out)
  if (values.key !== undefined) signChecksums(out, { key: resolve(values.key), version })
  for (const [name, sum] of sums) console.log(`${sum}  ${name}`)
}

/** Returns the checksum of each file. */
async function build(out: string, version: string, parts: Part[]): Promise<Map<string, string>> {
  const inventory = await readInventory()
  const forbidden = findForbidden(inventory).map(({ name, licence }) => `${name} (${licence || 'no licence'})`)
  if (forbidden.length > 0)
    throw new Error(`The licence of ${forbidden.join(', ')} is not on the list in scripts/release/licences.ts.`)
  const notes = readChangelogPart(await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)
  await buildFiles(out, { version, parts })
  await writeFile(join(out, `CHANGELOG-${version}.md`), notes)
  await writeFile(join(out, `LICENCES-${version}.md`), formatReport(inventory))
  await writeFile(join(out, `quartermaster-${version}.cdx.json`), formatBillOfMaterials(version, inventory))
  return writeChecksums(out)
}

async function compare(sums: Map<string, string>, version: string, parts: Part[]): Promise<void> {
  const second = await mkdtemp(join(tmpdir(), 'quartermaster-release-check-'))
  try {
    const again = await build(second, version, parts)
    const different = [...sums].filter(([name, sum]) => again.get(name) !== sum).map(([name]) => name)
    if (different.length > 0) throw new Error(`A second build has other bytes in ${different.join(', ')}.`)
    console.log(`A second build of ${sums.size} files has the same bytes.`)
  } finally {
    await rm(second, { recursive: true })
  }
}

/** Each file is unpacked and used, and installed as documents say. The lab needs root and packages of Debian, and names them. */
function use(out: string): void {
  for (const [script, ...args] of [['packages'], ['lab', 'install']])
    execFileSync('npm', ['run', script ?? '', '--', ...args, '--files', out], { cwd: ROOT, stdio: 'inherit' })
}
