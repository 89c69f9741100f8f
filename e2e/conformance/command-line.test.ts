import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const KIT = fileURLToPath(new URL('../../conformance/bin/quartermaster-conformance.mjs', import.meta.url))
const EMULATOR = fileURLToPath(new URL('run-emulator.ts', import.meta.url))
const AGENT = fileURLToPath(new URL('run-agent.ts', import.meta.url))

type Report = { isGood: boolean; scenarios: { id: string; verdict: string }[] }

test('a program that is killed and started again passes by its journal on disk', async () => {
  const { code, report } = await judge(`${EMULATOR} idempotent --interval 120`, [
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

test('a program that fails makes the exit code 1 and is told why', async () => {
  const { code, report, told } = await judge(`${EMULATOR} old-fivem --interval 120`, ['--only', 'approve,report-cut'])
  expect({ code, isGood: report.isGood }).toEqual({ code: 1, isGood: false })
  expect(told).toContain('ran 2 times instead of once')
})

test('the agent passes what only a console that answers can ask of it', async () => {
  const only = 'several-commands,hostile-names,failed-command,in-doubt,crash-mid-command'
  const { report } = await judge(AGENT, ['--interface', '2.0', '--console', 'words', '--only', only])
  expect(report.scenarios.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
})

async function judge(client: string, args: string[]): Promise<{ code: number; report: Report; told: string }> {
  const pace = ['--second', '100', '--timeout', '150', '--parallel', '5', '--json']
  const command = [KIT, '--client', `"${process.execPath}" ${client}`, ...pace, ...args]
  return new Promise((resolve) => {
    execFile(process.execPath, command, (error, stdout, told) => {
      const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Report
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, report, told })
    })
  })
}
