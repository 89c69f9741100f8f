import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { ThemeSource } from '../theme-source.ts'
import { findNetworkNamespace } from './network-namespace.ts'
import { readRendererCode } from './renderer-code.ts'
import { type Renderer, talkTo } from './talk-to.ts'

/** Our own code, which is not to blame for a busy machine. */
const START_LIMIT = { cpuMs: 30_000, clockMs: 30_000 }
const HEAP_MB = 96

/** The packages that themes need. The process can read these and nothing else. */
const PACKAGES = ['liquidjs', 'markdown-it', 'entities', 'linkify-it', 'mdurl', 'punycode.js', 'uc.micro', 'argparse']
const PROGRAM = join(import.meta.dirname, 'run-renderer.mjs')

type Settings = { platform: ThemeSource; priority: number }

/** Starts an isolated process: no environment, no files, no other processes, no code from strings, and no network where possible. */
export async function startRenderer({ platform, priority }: Settings): Promise<Renderer> {
  const code = await readRendererCode()
  const [program = '', ...args] = [...(await findNetworkNamespace()), process.execPath, ...nodeArguments()]
  const child = spawn(program, args, { env: {}, stdio: ['pipe', 'pipe', 'ignore', 'pipe'], cwd: '/' })
  const codePipe = child.stdio[3] as Writable
  codePipe.on('error', () => undefined).end(code, () => codePipe.destroy())
  const renderer = talkTo(child)
  if (child.pid !== undefined) lowerPriority(child.pid, priority)
  await renderer.ask({ kind: 'start', platform }, START_LIMIT).catch((error: unknown) => {
    // No theme is to blame.
    throw new Error('The process that renders themes of owners cannot start', { cause: error })
  })
  return renderer
}

export function nodeArguments(): string[] {
  return [
    '--permission',
    ...readableFiles().map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${HEAP_MB}`,
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    PROGRAM,
  ]
}

function readableFiles(): string[] {
  const packages = PACKAGES.flatMap((name) => {
    try {
      const path = fileURLToPath(import.meta.resolve(name))
      const folder = join('node_modules', name)
      return [`${path.slice(0, path.lastIndexOf(folder) + folder.length)}/*`]
    } catch {
      return []
    }
  })
  return [PROGRAM, ...packages]
}

/** The programs that follow inherit it. */
function lowerPriority(pid: number, priority: number): void {
  try {
    setPriority(pid, priority)
  } catch {
    // It has ended already, which its exit reports.
  }
}
