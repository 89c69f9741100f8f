import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../e2e/kit/game/free-port.ts'
import { PROJECT_ROOT } from '../../e2e/kit/run-command.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'

const MONITORING = join(PROJECT_ROOT, 'deploy/monitoring')
const START_TIMEOUT_MS = 60_000

export type Prometheus = {
  query: (expression: string) => Promise<Record<string, string>[]>
  /** The names of the alerts that fire now. */
  firing: () => Promise<string[]>
}

/** `promtool check rules` and `promtool test rules`. Returns the output of those that fail. */
export function checkRules(): string[] {
  return [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ].flatMap((args) => {
    const { status, stdout, stderr, error } = spawnSync('promtool', args, { cwd: MONITORING, encoding: 'utf8' })
    if (error) throw new Error('promtool is missing. Install it: apt-get install prometheus', { cause: error })
    return status === 0 ? [] : [`promtool ${args.join(' ')}: ${stdout}${stderr}`]
  })
}

/** The names of all alerts. */
export async function readAlertNames(): Promise<string[]> {
  const rules = await readFile(join(MONITORING, 'alerts.yml'), 'utf8')
  return [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)
}

/** The queries of the Grafana dashboard, as Grafana would send them. */
export async function readDashboardQueries(): Promise<string[]> {
  const text = await readFile(join(MONITORING, 'grafana-dashboard.json'), 'utf8')
  const expressions = [...text.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
    ([, json = '']) => JSON.parse(json) as string,
  )
  return [...new Set(expressions)].map((expression) => expression.replaceAll('$__rate_interval', '30s'))
}

/**
 * Starts Prometheus with a copy of the rules in which the waiting times are short: `for` is five seconds, and every
 * range half a minute. Thresholds do not change.
 */
export async function startPrometheus(
  defer: Defer,
  { folder, metricsPort }: { folder: string; metricsPort: number },
): Promise<Prometheus> {
  const rules = await readFile(join(MONITORING, 'alerts.yml'), 'utf8')
  await writeFile(
    join(folder, 'alerts.yml'),
    rules.replaceAll(/for: \w+/g, 'for: 5s').replaceAll(/\[\d+[mh]\]/g, '[30s]'),
  )
  const config = {
    global: { scrape_interval: '2s', scrape_timeout: '2s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: [{ job_name: 'quartermaster', static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] }],
  }
  // JSON is YAML.
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config))
  const port = await freePort()
  const args = ['--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=127.0.0.1:${port}`]
  const child = spawn('prometheus', args, { cwd: folder, stdio: 'ignore' })
  const ended = once(child, 'exit')
  defer(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  if (!(await waitUntil(isReady, { timeoutMs: START_TIMEOUT_MS })))
    throw new Error('Prometheus has not started in a minute')

  async function query(expression: string): Promise<Record<string, string>[]> {
    const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`)
    const { status, error, data } = (await response.json()) as {
      status: string
      error?: string
      data?: { result: { metric: Record<string, string>; value: [number, string] }[] }
    }
    if (status !== 'success' || !data) throw new Error(`Prometheus rejects the query ${expression}: ${error}`)
    return data.result.map(({ metric, value }) => ({ ...metric, value: value[1] }))
  }
  return {
    query,
    firing: async () => {
      const alerts = await query('ALERTS{alertstate="firing"}')
      return [...new Set(alerts.map(({ alertname = '' }) => alertname))]
    },
  }
}
