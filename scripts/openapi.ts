import { glob, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildOpenApiDocuments } from './build-openapi-documents.ts'
import { findBreakingChanges } from './openapi-changes/find-breaking-changes.ts'
import type { OpenApiDocument } from './openapi-changes/openapi-document.ts'

const USAGE = `Usage: node scripts/openapi.ts [--check | --accept-breaking-changes]

Builds the OpenAPI documents from the routes and writes them to contract/openapi. Changes that would break existing
clients are rejected.

  --check                     write nothing; fail if the files are not up to date
  --accept-breaking-changes   write breaking changes too`

const FOLDER = 'contract/openapi'
/** A change of a shared schema is reported for every operation that uses it. */
const MAX_REPORTED = 50

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    'accept-breaking-changes': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(USAGE)
else await update()

async function update(): Promise<void> {
  const documents = await buildOpenApiDocuments()
  const breaking = values['accept-breaking-changes'] ? [] : await findAllBreakingChanges(documents)
  if (breaking.length > 0) {
    for (const change of breaking.slice(0, MAX_REPORTED)) console.error(change)
    if (breaking.length > MAX_REPORTED) console.error(`and ${breaking.length - MAX_REPORTED} more`)
    fail('These changes break existing clients. Undo them, make them additions, or publish a new version of the API.')
    return
  }
  for (const [name, document] of documents) {
    const path = join(FOLDER, `${name}.json`)
    const text = `${JSON.stringify(document, null, 2)}\n`
    if (text === (await readFile(path, 'utf8').catch(() => ''))) continue
    if (values.check) fail(`${path} does not match the routes. Run \`npm run openapi\` and review the difference.`)
    else await writeFile(path, text)
  }
}

async function findAllBreakingChanges(documents: Map<string, unknown>): Promise<string[]> {
  const changes: string[] = []
  for await (const path of glob(join(FOLDER, '*.json'))) {
    const name = basename(path, '.json')
    const built = documents.get(name) as OpenApiDocument | undefined
    if (!built) changes.push(`${name}: the document was removed`)
    else {
      const published = JSON.parse(await readFile(path, 'utf8')) as OpenApiDocument
      // The built document goes through JSON as well, so that undefined fields are absent from both.
      const current = JSON.parse(JSON.stringify(built)) as OpenApiDocument
      changes.push(...findBreakingChanges(published, current).map((change) => `${name}: ${change}`))
    }
  }
  return changes.sort()
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
