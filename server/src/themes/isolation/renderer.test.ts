import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { findNetworkNamespace } from './network-namespace.ts'
import { loadBuiltInThemes } from '../built-in-themes.ts'
import { findLastDescendant } from './cpu-clock.ts'
import { nodeArguments, startRenderer } from './renderer.ts'

/** Runs code in the place of the renderer, as if a theme had taken over the process. */
async function runInside(code: string): Promise<string> {
  const flags = nodeArguments().slice(0, -1)
  const [program, ...args] = [...(await findNetworkNamespace()), process.execPath, ...flags, '--input-type=module']
  const { stdout, stderr } = spawnSync(program, [...args, '-e', code], { env: {}, cwd: '/', encoding: 'utf8' })
  return `${stdout}${stderr}`
}

test('a process that a theme has taken over reads no file, writes none and starts no program', async () => {
  expect(await runInside("import fs from 'node:fs'; fs.readFileSync('/etc/passwd')")).toContain('ERR_ACCESS_DENIED')
  expect(await runInside("import fs from 'node:fs'; fs.writeFileSync('/tmp/x', '')")).toContain('ERR_ACCESS_DENIED')
  expect(await runInside("import c from 'node:child_process'; c.execSync('id')")).toContain('ERR_ACCESS_DENIED')
  expect(await runInside("import { Worker } from 'node:worker_threads'; new Worker('x', {eval: true})")).toContain(
    'ERR_ACCESS_DENIED',
  )
  expect(await runInside('console.log(Object.keys(process.env).length)')).toBe('0\n')
  expect(await runInside("new Function('return 1')()")).toContain('EvalError')
})

test('it has no network where the machine can take it away', async () => {
  const connect = "import net from 'node:net'; net.connect(1, '127.0.0.1').on('error', (e) => console.log(e.code))"
  const isIsolated = (await findNetworkNamespace()).length > 0
  expect(await runInside(connect)).toBe(isIsolated ? 'ENETUNREACH\n' : 'ECONNREFUSED\n')
})

test('a page that waits for the CPU is not too slow, unless it waits for very long', async () => {
  const { platformSource: platform } = await loadBuiltInThemes()
  const renderer = await startRenderer({ platform, priority: 0 })
  const pid = findLastDescendant(renderer.pid)
  const ask = (clockMs: number) =>
    renderer.ask({ kind: 'load', key: 'x', source: platform }, { cpuMs: 300, clockMs }).catch((error: unknown) => error)
  process.kill(pid, 'SIGSTOP')
  const late = ask(60_000)
  await sleep(500)
  process.kill(pid, 'SIGCONT')
  expect(await late).toEqual({ ok: true })
  process.kill(pid, 'SIGSTOP')
  expect(await ask(400)).toMatchObject({ message: 'The page was not ready after 400 ms', isCostly: true })
  expect(renderer.isAlive()).toBe(false)
})
