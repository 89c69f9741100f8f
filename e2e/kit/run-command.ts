import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const PROJECT_ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Set QUARTERMASTER_SERVER to test a server that was built with `npm run build:packages -- server` instead of the sources. */
export function builtServer(): string | undefined {
  const program = process.env['QUARTERMASTER_SERVER']
  return program ? resolve(program) : undefined
}

/** The program of the project, or of a copy of it with a mutant. */
export function serverProgram(root: string): string {
  const built = root === PROJECT_ROOT ? builtServer() : undefined
  return built ?? join(root, 'server/bin/quartermaster.mjs')
}

type Settings = {
  databaseUrl: string
  /** The project, or a copy of it with a mutant. */
  root?: string
  /** Standard input, for example a password. */
  input?: string
  env?: Record<string, string>
}

/** Runs the real command line of the product. Returns its output if there is any, even if the exit code is not 0. */
export async function runCommand(
  args: string[],
  { databaseUrl, root = PROJECT_ROOT, input = '', env }: Settings,
): Promise<string> {
  const child = spawn(process.execPath, [serverProgram(root), ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl, ...env },
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, 'close')) as [number | null]
  const [stdout, stderr] = await output
  if (code !== 0 && stdout === '') throw new Error(`quartermaster ${args.join(' ')} failed:\n${stderr}`)
  return stdout
}
