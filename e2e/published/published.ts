import { execFile } from 'node:child_process'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { readOptions } from '../kit/options.ts'
import { PROJECT_ROOT } from '../kit/run-command.ts'
import { runHarness } from '../kit/run-harness.ts'
import { createFolder, startProduct } from '../kit/start-product.ts'
import { createOwner } from '../kit/test-store.ts'
import { deliver } from './deliver.ts'
import { buildFiles, findFiles, unpackFiles } from './files.ts'
import { testAgent, useSdk } from './libraries.ts'
import { openRuntimes } from './runtimes.ts'

const options = readOptions({
  script: 'packages',
  about: `Builds what is published, unpacks each file in an empty folder with nothing else on the path, and uses it: the server sells,
each form of the agent delivers to a stand-in console exactly once, a program with the SDK sells and delivers, and the conformance kit
tests the agent. The short form is the same.`,
  options: { files: { type: 'text', help: 'the folder of a release, instead of files that are built now' } },
})

await runHarness(options, async (defer) => {
  const folder = await createFolder(defer)
  const built = join(folder, 'files')
  if (options.files === undefined) await buildFiles(built)
  const files = await findFiles(options.files ?? built)
  for (const file of [files.agent, files.sdk, files.conformance]) await lint('publint', file, '--strict')
  // The other packages are programs and publish no types.
  await lint('attw', files.sdk, '--profile', 'esm-only')

  const unpacked = await unpackFiles(files, folder)
  const { oldest, current, bun, none } = await openRuntimes(folder)
  const agents = [
    { name: 'agent.tgz on the oldest Node', command: [oldest.program, unpacked.agent], env: oldest.env },
    { name: 'agent.tgz', command: [current.program, unpacked.agent], env: current.env },
    { name: 'the executable', command: [unpacked.executable], env: none },
    { name: 'the agent of the .deb', command: unpacked.debAgent, env: none },
  ]
  process.env['QUARTERMASTER_SERVER'] = unpacked.server
  const { server, databaseUrl } = await startProduct(defer)
  const place = { owner: await createOwner({ url: server.url, databaseUrl }), url: server.url, folder }
  const failures: string[] = []
  for (const agent of agents) failures.push(...(await deliver(agent, place)))
  for (const runtime of [oldest, current, ...bun]) failures.push(...(await useSdk(runtime, unpacked.sdk, place)))
  failures.push(...(await testAgent(unpacked, oldest)))
  const figures = { files: Object.values(files).map((file) => basename(file)), agents: agents.map(({ name }) => name) }
  return { figures: { ...figures, failed: failures.length }, failures }
})

async function lint(tool: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(join(PROJECT_ROOT, 'node_modules', '.bin', tool), args).catch(
    (error: { stdout: string }) => {
      throw new Error(`${tool} ${args.join(' ')} failed:\n${error.stdout}`, { cause: error })
    },
  )
}
