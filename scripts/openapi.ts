import { parseArgs } from 'node:util'
import { buildOpenApiDocuments } from './build-openapi-documents.ts'
import { updateDocuments } from './openapi-changes/update-documents.ts'

const USAGE = `Usage: node scripts/openapi.ts [--check | --accept-breaking-changes]

Builds the OpenAPI documents from the routes and writes them to contract/openapi. Changes that would break existing
clients are rejected.

  --check                     write nothing; fail if the files are not up to date
  --accept-breaking-changes   write breaking changes too`

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    'accept-breaking-changes': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(USAGE)
else {
  const { check, 'accept-breaking-changes': acceptBreakingChanges } = values
  const documents = await buildOpenApiDocuments()
  const problems = await updateDocuments('contract/openapi', documents, { check, acceptBreakingChanges })
  if (problems.length > 0) {
    console.error(problems.join('\n'))
    process.exitCode = 1
  }
}
