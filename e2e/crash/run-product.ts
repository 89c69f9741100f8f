import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const MOST_OUTPUT_BYTES = 64 * 1024 * 1024

/** The real command line, as an operator would call it. Answers with what it printed, whatever its exit code. */
export async function runProduct(root: string, databaseUrl: string, args: string[]): Promise<string> {
  const program = join(root, 'server/bin/quartermaster.mjs')
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  try {
    const settings = { env, maxBuffer: MOST_OUTPUT_BYTES }
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], settings)
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    if (stdout === '') throw new Error(`quartermaster ${args.join(' ')} failed:\n${stderr}`, { cause: error })
    return stdout
  }
}
