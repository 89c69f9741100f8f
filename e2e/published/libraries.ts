import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createTestStore, type Owner } from '../kit/test-store.ts'
import type { Unpacked } from './files.ts'
import type { Runtime } from './runtimes.ts'

const exec = promisify(execFile)
const SDK_OUTPUT = 'addvip ann gold, processed, endpoint.test'

/** A program of a user sells and delivers with the SDK. Returns broken promises. */
export async function useSdk(
  { name, program, env }: Runtime,
  file: string,
  { owner, url }: { owner: Owner; url: string },
): Promise<string[]> {
  const { storeId, token, servers, addProduct } = await createTestStore(owner)
  const args = [file, url, token, storeId, servers[0]?.key ?? '', await addProduct()]
  const output = await exec(program, args, { env }).then(({ stdout }) => stdout.trim(), describe)
  return output === SDK_OUTPUT ? [] : [`sdk.tgz on ${name} printed "${output}" instead of "${SDK_OUTPUT}"`]
}

/** The conformance kit runs a scenario against the agent. Returns broken promises. */
export async function testAgent({ conformance, agent }: Unpacked, { program, env }: Runtime): Promise<string[]> {
  const console = '--dialect minecraft --host $QM_RCON_HOST --port $QM_RCON_PORT --password $QM_RCON_PASSWORD'
  const setup = `setup --config $QM_STATE/agent.json --url $QM_URL --key $QM_KEY ${console} --server-port 25565 --yes`
  const client = `node ${agent} ${setup} && exec node ${agent} run --config $QM_STATE/agent.json`
  const args = [conformance, '--client', client, '--interface', '2.0', '--only', 'approve', '--json']
  const output = await exec(program, args, { env }).then(({ stdout }) => stdout, describe)
  const { scenarios } = readReport(output)
  const isGood = scenarios?.length === 1 && scenarios[0]?.verdict === 'pass'
  return isGood ? [] : [`conformance.tgz did not pass the agent:\n${output}`]
}

function readReport(output: string): { scenarios?: { verdict: string }[] } {
  try {
    return JSON.parse(output.trim().split('\n').at(-1) ?? '') as { scenarios?: { verdict: string }[] }
  } catch {
    return {}
  }
}

function describe(error: { stdout?: string; stderr?: string; message: string }): string {
  return `${error.message}\n${error.stdout ?? ''}`
}
