import { glob, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { findBreakingChanges } from './find-breaking-changes.ts'
import type { OpenApiDocument } from './openapi-document.ts'

/** A change of a shared schema is reported for every operation that uses it. */
const MAX_REPORTED = 50

/** Writes the built documents into the folder of the published ones. Returns the problems; with any, it writes nothing. */
export async function updateDocuments(
  folder: string,
  documents: Map<string, unknown>,
  { check, acceptBreakingChanges }: { check: boolean; acceptBreakingChanges: boolean },
): Promise<string[]> {
  const breaking = acceptBreakingChanges ? [] : await findAllBreakingChanges(folder, documents)
  if (breaking.length > 0) {
    return [
      ...breaking.slice(0, MAX_REPORTED),
      ...(breaking.length > MAX_REPORTED ? [`and ${breaking.length - MAX_REPORTED} more`] : []),
      'These changes break existing clients. Undo them, make them additions, or publish a new version of the API.',
    ]
  }
  const problems: string[] = []
  for (const [name, document] of documents) {
    const path = join(folder, `${name}.json`)
    const text = `${JSON.stringify(document, null, 2)}\n`
    if (text === (await readFile(path, 'utf8').catch(() => ''))) continue
    if (check) problems.push(`${path} does not match the routes. Run \`npm run openapi\` and review the difference.`)
    else await writeFile(path, text)
  }
  return problems
}

async function findAllBreakingChanges(folder: string, documents: Map<string, unknown>): Promise<string[]> {
  const changes: string[] = []
  for await (const path of glob(join(folder, '*.json'))) {
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
