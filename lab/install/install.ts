import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readOptions } from '../../e2e/kit/options.ts'
import { type Result, runHarness, withCleanUp } from '../../e2e/kit/run-harness.ts'
import { createFolder } from '../../e2e/kit/start-product.ts'
import { findFiles } from '../../e2e/published/files.ts'
import { checkInstalled } from './check-installed.ts'
import { compose } from './compose/compose.ts'
import { deb } from './deb/deb.ts'
import { npmTarball } from './npm-tarball.ts'
import type { Files, Way } from './way.ts'

const WAYS: Way[] = [npmTarball, compose, deb]
const names = WAYS.map(({ name }) => name)

const options = readOptions({
  script: 'lab install',
  about: `Installs Quartermaster as an operator does, from nothing to a store that answers over HTTPS and a sale that the agent
delivered. Ways: ${names.join(', ')}. The short form is the same.`,
  options: {
    only: { type: 'text', help: 'one way instead of all', choices: names },
    files: { type: 'text', help: 'the folder of a release, instead of files that are built now' },
  },
})

const MAX_COMMANDS = 5
const MAX_DECISIONS = 4

await runHarness(options, async (defer) => {
  const folder = await createFolder(defer)
  const files = options.files === undefined ? undefined : await findFiles(options.files)
  const results: Result[] = []
  for (const [index, way] of WAYS.entries()) {
    if (options.only !== undefined && way.name !== options.only) continue
    const own = join(folder, String(index))
    await mkdir(own)
    // An error ends this way only.
    results.push(await follow(way, own, files).catch((error: unknown) => stopped(way, error)))
  }
  const failures = results.flatMap(({ failures: each }) => each)
  return { figures: { ways: results.map(({ figures }) => figures), failed: failures.length }, failures }
})

async function follow(way: Way, folder: string, files: Files | undefined): Promise<Result> {
  return withCleanUp(async (defer) => {
    const startedAt = Date.now()
    console.error(`${way.name}: installing, which takes some minutes`)
    const installed = await way.install(defer, folder, files)
    console.error(`${way.name}: installed, now checking`)
    const { failures, soldAt } = await checkInstalled(defer, installed, { folder, executable: files?.executable })
    const [commands, decisions] = [installed.commands.length, installed.decisions.length]
    if (commands > MAX_COMMANDS) failures.push(`${commands} commands are needed, more than ${MAX_COMMANDS}`)
    if (decisions > MAX_DECISIONS) failures.push(`${decisions} decisions are needed, more than ${MAX_DECISIONS}`)
    const seconds = Math.round((soldAt - startedAt) / 1_000)
    const figures = { way: way.name, commands, decisions, seconds, ...installed.figures, failed: failures.length }
    return { figures, failures: failures.map((failure) => `${way.name}: ${failure}`) }
  })
}

function stopped({ name }: Way, error: unknown): Result {
  console.error(error)
  return { figures: { way: name, failed: 1 }, failures: [`${name}: it stopped with the error above`] }
}
