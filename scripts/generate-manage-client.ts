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
const HEADER = `// Generated from ${DOCUMENT} by \`npm run sdk:generate\`. Do not edit.\n\n`

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as ManageDocument
await update('manage-types.ts', HEADER + (await writeTypes(document)))
await update('manage-calls.ts', writeCalls(readOperations(document)))

/** Writes a file, or with --check fails if it is not up to date. */
async function update(name: string, text: string): Promise<void> {
  const path = join(FOLDER, name)
  const formatted = await format(text, { ...(await resolveConfig(path)), parser: 'typescript' })
  if (!values.check) await writeFile(path, formatted)
  else if ((await readFile(path, 'utf8').catch(() => '')) !== formatted) {
    console.error(`${path} does not match ${DOCUMENT}. Run \`npm run sdk:generate\` and review the difference.`)
    process.exitCode = 1
  }
}

async function writeTypes(source: ManageDocument): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-types-'))
  try {
    await createClient({
      input: withoutErrors(source),
      output: { path: folder },
      plugins: ['@hey-api/typescript'],
      logs: { level: 'silent' },
    })
    const text = await readFile(join(folder, 'types.gen.ts'), 'utf8')
    // The generator's own client is not used.
    return text.replace(/^\/\/.*\n/, '').replace(/export type ClientOptions = \{[^]*?\n\};?\n/, '')
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Every error response is a problem document and becomes a StoreError, so calls need no types for them. */
function withoutErrors(source: ManageDocument): Record<string, unknown> {
  const copy = structuredClone(source)
  for (const operation of Object.values(copy.paths).flatMap((methods) => Object.values(methods))) {
    for (const status of Object.keys(operation.responses)) if (/^[45]/.test(status)) delete operation.responses[status]
  }
  return copy
}
