import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import { format, resolveConfig } from 'prettier'
import { type ApiDocument, readOperations } from './clients/read-operations.ts'
import { writeCalls } from './clients/write-calls.ts'

const APIS = ['manage', 'storefront']

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
for (const api of APIS) {
  const source = `contract/openapi/${api}-1.0.json`
  const header = `// Generated from ${source} by \`npm run sdk:generate\`. Do not edit.\n\n`
  const document = JSON.parse(await readFile(source, 'utf8')) as ApiDocument
  await update(`sdk/src/${api}/${api}-types.ts`, header + (await writeTypes(document)), source)
  await update(`sdk/src/${api}/${api}-calls.ts`, header + writeCalls(api, readOperations(document)), source)
}

/** Writes a file, or with --check fails if it is not up to date. */
async function update(path: string, text: string, source: string): Promise<void> {
  const formatted = await format(text, { ...(await resolveConfig(path)), parser: 'typescript' })
  if (!values.check) await writeFile(path, formatted)
  else if ((await readFile(path, 'utf8').catch(() => '')) !== formatted) {
    console.error(`${path} does not match ${source}. Run \`npm run sdk:generate\` and review the difference.`)
    process.exitCode = 1
  }
}

async function writeTypes(source: ApiDocument): Promise<string> {
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
function withoutErrors(source: ApiDocument): Record<string, unknown> {
  const copy = structuredClone(source)
  for (const operation of Object.values(copy.paths).flatMap((methods) => Object.values(methods))) {
    for (const status of Object.keys(operation.responses)) if (/^[45]/.test(status)) delete operation.responses[status]
  }
  return copy
}
