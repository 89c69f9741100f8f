import { copyFile, glob, mkdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { findBreakingChanges } from './openapi-changes/find-breaking-changes.ts'
import type { OpenApiDocument } from './openapi-changes/openapi-document.ts'

const FOLDER = 'contract/openapi'
/** The documents as clients were last promised them. Only `npm run openapi:release` writes here. */
const RELEASED = join(FOLDER, 'released')

/** A field of a problem document stands in every refusal of every call. */
const MOST_SHOWN = 50

const { values } = parseArgs({
  options: { release: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
})
if (values.help) {
  console.log('Usage: node scripts/check-openapi-changes.ts [--release]   with it, today becomes what clients rely on')
} else {
  const faults = await compareAll()
  for (const fault of faults.slice(0, MOST_SHOWN)) console.error(fault)
  if (faults.length > MOST_SHOWN) console.error(`and ${faults.length - MOST_SHOWN} more`)
  if (faults.length > 0) {
    console.error(
      'A client that works today would not work tomorrow. Take the change back, make it an addition, or publish a surface with a new version.',
    )
    process.exitCode = 1
  } else if (values.release) await release()
}

async function compareAll(): Promise<string[]> {
  const present = await namesIn(FOLDER)
  const faults = (await namesIn(RELEASED)).map(async (name) => {
    if (!present.includes(name)) return [`${name}: the whole document is gone`]
    const changes = findBreakingChanges(await read(join(RELEASED, name)), await read(join(FOLDER, name)))
    return changes.map((change) => `${name}: ${change}`)
  })
  return (await Promise.all(faults)).flat()
}

async function release(): Promise<void> {
  await mkdir(RELEASED, { recursive: true })
  for (const name of await namesIn(FOLDER)) await copyFile(join(FOLDER, name), join(RELEASED, name))
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = []
  for await (const path of glob(join(folder, '*.json'))) names.push(basename(path))
  return names.sort()
}

async function read(path: string): Promise<OpenApiDocument> {
  return JSON.parse(await readFile(path, 'utf8')) as OpenApiDocument
}
