import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../bin/quartermaster.mjs', import.meta.url))
const AT_ONCE = 2

export type Ran = { code: number | null; stdout: string; stderr: string }

let running = 0
const waiting: (() => void)[] = []

/** Starts the real program as a process, with only the environment variables that it needs to start. */
export function startCommand(args: string[], env: Record<string, string>, stdin?: string): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  child.stdin?.end(stdin)
  return child
}

/** Runs the program to its end. At most two run at the same time, because a start takes almost a second of CPU time. */
export async function runCommand(args: string[], env: Record<string, string>, stdin?: string): Promise<Ran> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    const child = startCommand(args, env, stdin)
    const [stdout, stderr, code] = await Promise.all([
      textOf(child.stdout),
      textOf(child.stderr),
      new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
    ])
    return { code, stdout, stderr }
  } finally {
    running--
    waiting.shift()?.()
  }
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = ''
  for await (const chunk of stream ?? []) text += String(chunk)
  return text
}
