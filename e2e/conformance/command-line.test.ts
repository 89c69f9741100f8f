import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const KIT = fileURLToPath(new URL('../../conformance/bin/quartermaster-conformance.mjs', import.meta.url))
const EMULATOR = fileURLToPath(new URL('run-emulator.ts', import.meta.url))
const AGENT = fileURLToPath(new URL('run-agent.ts', import.meta.url))

type Report = { isGood: boolean; scenarios: { id: string; verdict: string }[] }

test('a program that is killed and restarted passes because of its journal on disk', async () => {
  const { code, report } = await runKit(`${EMULATOR} idempotent --interval 120`, [
    '--only',
    'approve,offline-player,crash-before-report',
  ])
  expect(report.scenarios.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['approve', 'pass'],
    ['offline-player', 'pass'],
    ['crash-before-report', 'pass'],
  ])
  expect(code).toBe(0)
})

test('a program that fails gets exit code 1 and an explanation', async () => {
  const { code, report, stderr } = await runKit(`${EMULATOR} old-fivem --interval 120`, [
    '--only',
    'approve,report-lost',
  ])
  expect({ code, isGood: report.isGood }).toEqual({ code: 1, isGood: false })
  expect(stderr).toContain('ran 2 times instead of once')
})

test('the agent passes the scenarios that need a console with responses', async () => {
  const only = 'several-commands,hostile-ids,failed-command,in-doubt,crash-mid-command'
  const { report } = await runKit(AGENT, ['--interface', '2.0', '--console', 'words', '--only', only])
  expect(report.scenarios.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
})

async function runKit(client: string, args: string[]): Promise<{ code: number; report: Report; stderr: string }> {
  const speed = ['--second', '100', '--timeout', '150', '--parallel', '5', '--json']
  const command = [KIT, '--client', `"${process.execPath}" ${client}`, ...speed, ...args]
  return new Promise((resolve) => {
    execFile(process.execPath, command, (error, stdout, stderr) => {
      const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Report
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, report, stderr })
    })
  })
}
