import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../../e2e/kit/run-command.ts'
import { waitUntil } from '../../../e2e/kit/wait-until.ts'
import type { Machine } from './machine.ts'

const DELIVERY_TIMEOUT_MS = 60_000
const FILES = {
  '/etc/quartermaster': '750 root quartermaster',
  '/etc/quartermaster/quartermaster.toml': '640 root quartermaster',
  '/etc/quartermaster/secret-keys': '640 root quartermaster',
  '/etc/quartermaster/database-url': '640 root quartermaster',
  '/var/lib/quartermaster-agent': '700 quartermaster-agent quartermaster-agent',
}
const AGENT_FOLDER = '/var/lib/quartermaster-agent/lobby'
const GAME = join(PROJECT_ROOT, 'agent/src/dialects/test/stdin-game.mjs')

/** Users, modes, and that themes of owners render without a network although the unit has one. */
export async function checkUnits({ run }: Machine): Promise<string[]> {
  const failures: string[] = []
  for (const [path, expected] of Object.entries(FILES)) {
    const found = (await run(`stat -c '%a %U %G' ${path}`)).trim()
    if (found !== expected) failures.push(`${path} has ${found} instead of ${expected}`)
  }
  const users = await run("ps -o user:20= -p $(pgrep -d, -f '[q]uartermaster.mjs serve') | sort | uniq -c")
  if (users.trim().replaceAll(/\s+/g, ' ') !== '3 quartermaster') failures.push(`The server runs as: ${users}`)
  const own = await run('readlink /proc/1/ns/net')
  const renderers = await run("for p in $(pgrep -f '[r]un-renderer.mjs'); do readlink /proc/$p/ns/net; done")
  if (renderers === '' || renderers.includes(own)) failures.push(`Themes render with a network: ${own}${renderers}`)
  return failures
}

/** The agent of the package delivers a sale to a game. */
export async function checkAgentUnit({ run, root }: Machine): Promise<string[]> {
  const json = async <T>(line: string) => JSON.parse(await run(`quartermaster ${line} --json`)) as T
  const { id: store } = await json<{ id: string }>('store create --name Fen --url fen.example --currency BRL')
  const { key } = await json<{ key: string }>(`server create --name lobby --store ${store}`)
  const { id: product } = await json<{ id: string }>(
    `product create --name Boat --price 5 --approve 'give {userId} boat' --store ${store}`,
  )
  await run(`sudo -u quartermaster-agent mkdir ${AGENT_FOLDER}`)
  await cp(GAME, join(root, AGENT_FOLDER, 'game.mjs'))
  const game = `/usr/lib/quartermaster/bin/node ${AGENT_FOLDER}/game.mjs ${AGENT_FOLDER}/ran`
  const answers = `--url http://127.0.0.1:8080 --key ${key} --dialect stdin --program '${game}' --yes`
  const config = 'lobby/quartermaster-agent.json'
  await run(
    `cd /var/lib/quartermaster-agent && sudo -u quartermaster-agent quartermaster-agent setup --config ${config} ${answers}`,
  )
  await run('systemctl enable --quiet --now quartermaster-agent@lobby')
  await run(`quartermaster sell --store ${store} --player ann-7 --product ${product} --reference sale-2`)
  const hasRun = async () => (await run(`cat ${AGENT_FOLDER}/ran 2>&1 || true`)).includes('give ann-7 boat')
  if (await waitUntil(hasRun, { timeoutMs: DELIVERY_TIMEOUT_MS, intervalMs: 500 })) return []
  return [
    `the agent of the package did not deliver: ${await run('journalctl -u quartermaster-agent@lobby | tail -20')}`,
  ]
}
