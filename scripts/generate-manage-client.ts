import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import { format, resolveConfig } from 'prettier'
import { type ManageDocument, readOperations } from './manage-client/read-operations.ts'
import { writeCalls } from './manage-client/write-calls.ts'

const DOCUMENT = 'contract/openapi/manage-1.0.json'
const FOLDER = 'sdk/src/manage'
const HEAD = `// Made from ${DOCUMENT} by \`npm run sdk:generate\`; not to be edited.\n\n`

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as ManageDocument
await keep('manage-types.ts', HEAD + (await writeTypes(document)))
await keep('manage-calls.ts', writeCalls(readOperations(document)))

/** Writes a file, or with --check tells whether the committed one is still the same. */
async function keep(name: string, text: string): Promise<void> {
  const path = join(FOLDER, name)
  const pretty = await format(text, { ...(await resolveConfig(path)), parser: 'typescript' })
  if (!values.check) await writeFile(path, pretty)
  else if ((await readFile(path, 'utf8').catch(() => '')) !== pretty) {
    console.error(`${path} is not what ${DOCUMENT} says; run \`npm run sdk:generate\` and look at the difference`)
    process.exitCode = 1
  }
}

async function writeTypes(whole: ManageDocument): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-types-'))
  try {
    await createClient({
      input: withoutRefusals(whole),
      output: { path: folder },
      plugins: ['@hey-api/typescript'],
      logs: { level: 'silent' },
    })
    const text = await readFile(join(folder, 'types.gen.ts'), 'utf8')
    // Of the library's own client, which we do not use.
    return text.replace(/^\/\/.*\n/, '').replace(/export type ClientOptions = \{[^]*?\n\};?\n/, '')
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Every refusal is a problem document and becomes a StoreError, so it needs no type for each call. */
function withoutRefusals(whole: ManageDocument): Record<string, unknown> {
  const copy = structuredClone(whole)
  for (const call of Object.values(copy.paths).flatMap((methods) => Object.values(methods))) {
    for (const status of Object.keys(call.responses)) if (/^[45]/.test(status)) delete call.responses[status]
  }
  return copy
}
