import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AppError } from '../../errors.ts'

const UNIT = 'quartermaster.service'
const READY_TIMEOUT_MS = 60_000
const READY_INTERVAL_MS = 300
const run = promisify(execFile)

/** Starts the service of the package now and at every boot. False on machines without systemd or without the package. */
export async function startService({ metricsPort }: { metricsPort: number }): Promise<boolean> {
  if (!existsSync('/run/systemd/system') || !(await hasUnit())) return false
  await run('systemctl', ['enable', '--quiet', '--now', UNIT])
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (!(await isReady(metricsPort))) {
    if (Date.now() > deadline)
      throw new AppError(
        'unavailable',
        `The service does not answer. Its log says why: journalctl -u ${UNIT}. When it runs, \`quartermaster setup --email …\` prints the link.`,
      )
    await sleep(READY_INTERVAL_MS)
  }
  return true
}

async function hasUnit(): Promise<boolean> {
  return run('systemctl', ['cat', UNIT]).then(
    () => true,
    () => false,
  )
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
