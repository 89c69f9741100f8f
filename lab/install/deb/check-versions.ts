import { execFile } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { askHost } from '../../hosts/ask-host.ts'
import { waitUntil } from '../../../e2e/kit/wait-until.ts'
import type { Machine } from './machine.ts'

const VERSION = '99.0.0'
const MIGRATION = '9999_setup_upgraded.sql'
/** Without row-level security and a policy, Quartermaster would refuse to serve. */
const NEW_TABLE = `create table upgraded (id integer);
insert into upgraded values (1);
alter table upgraded enable row level security, force row level security;
create policy accounts on upgraded to quartermaster_accounts using (true) with check (true);
`
const VISIT_INTERVAL_MS = 20
const RELOAD_TIMEOUT_MS = 180_000
const PARENT = 'systemctl show -P MainPID quartermaster'
const CHILDREN = `pgrep -P $(${PARENT}) | sort | xargs`
const LOG = 'journalctl -u quartermaster --no-pager --output cat | tail -20'
const exec = promisify(execFile)

type Upgrade = { file: string; folder: string; host: string; https: { port: number; ca: string } }

/** Upgrades while someone visits the dashboard. The newer version has a migration more. */
export async function checkUpgrade({ run, root }: Machine, upgrade: Upgrade): Promise<string[]> {
  const failures: string[] = []
  const newer = await createNewerVersion(upgrade)
  await cp(newer, join(root, 'root/downloads/newer.deb'))
  const [parent, children] = [await run(PARENT), (await run(CHILDREN)).trim().split(' ')]
  const visits = visit(upgrade)
  await run('apt --yes --quiet install ./downloads/newer.deb')
  const areReplaced = async () => {
    const now = (await run(CHILDREN)).trim().split(' ')
    return now.length === 2 && now.every((pid) => !children.includes(pid))
  }
  if (!(await waitUntil(areReplaced, { timeoutMs: RELOAD_TIMEOUT_MS, intervalMs: 500 })))
    failures.push(`the processes ${children.join(', ')} were not replaced: ${await run(LOG)}`)
  const { failed, answered } = await visits.stop()
  if (failed > 0 || answered === 0) failures.push(`${failed} of ${answered + failed} visits failed during the upgrade`)
  if ((await run(PARENT)) !== parent) failures.push('the service was restarted instead of reloaded')
  if ((await run('quartermaster --version')).trim() !== VERSION) failures.push('the newer version does not run')
  const tables = await run("runuser -u postgres -- psql -d quartermaster -Atc 'select * from upgraded'")
  if (tables.trim() !== '1') failures.push('the upgrade did not migrate the database')
  if ((await run('systemctl is-active quartermaster-agent@lobby')).trim() !== 'active')
    failures.push('the agent does not run after the upgrade')
  return failures
}

/** Removing keeps settings, installing again continues, and purging keeps only the database and its keys. */
export async function checkRemoval({ run }: Machine): Promise<string[]> {
  const failures: string[] = []
  const expect = async (condition: string, what: string) => {
    if ((await run(`if ${condition}; then echo yes; fi`)).trim() !== 'yes') failures.push(what)
  }
  await run('apt --yes remove quartermaster')
  await expect('! pgrep -f [q]uartermaster.mjs', 'the server runs after the package was removed')
  await expect('test -e /etc/quartermaster/secret-keys', 'removing the package removed the keys')
  await run('apt --yes install ./downloads/newer.deb')
  await expect('systemctl is-active --quiet quartermaster', 'the service does not run after another installation')
  await run('apt --yes purge quartermaster')
  for (const path of [
    '/etc/quartermaster',
    '/var/lib/quartermaster-agent',
    '/usr/lib/quartermaster',
    '/var/cache/quartermaster',
  ])
    await expect(`! test -e ${path}`, `${path} exists after a purge`)
  await expect('! getent passwd quartermaster quartermaster-agent', 'the users exist after a purge')
  await expect('test -s /var/backups/quartermaster/secret-keys', 'the purge kept no copy of the keys')
  const store = "runuser -u postgres -- psql -d quartermaster -Atc 'select count(*) from stores'"
  await expect(`test $(${store}) -gt 0`, 'the purge removed the database')
  await expect('! systemctl cat quartermaster', 'the unit exists after a purge')
  return failures
}

async function createNewerVersion({ file, folder }: Upgrade): Promise<string> {
  const [stage, newer] = [join(folder, 'newer'), join(folder, 'newer.deb')]
  await exec('dpkg-deb', ['-R', file, stage])
  const program = join(stage, 'usr/lib/quartermaster')
  const edit = async (path: string, from: RegExp, to: string) =>
    writeFile(path, (await readFile(path, 'utf8')).replace(from, to))
  await edit(join(stage, 'DEBIAN/control'), /^Version: .*$/m, `Version: ${VERSION}`)
  await edit(join(program, 'server/package.json'), /"version": "[^"]+"/, `"version": "${VERSION}"`)
  await writeFile(join(program, 'server/migrations', MIGRATION), NEW_TABLE)
  await exec('dpkg-deb', ['--root-owner-group', '-Znone', '--build', stage, newer])
  return newer
}

/** Opens a page again and again, each time with a new connection. */
function visit({ host, https }: Upgrade) {
  const counts = { answered: 0, failed: 0 }
  const state = { isStopped: false }
  const visiting = (async () => {
    while (!state.isStopped) {
      const answer = await askHost(host, https).catch(() => undefined)
      counts[answer?.status === 200 ? 'answered' : 'failed'] += 1
      await sleep(VISIT_INTERVAL_MS)
    }
  })()
  return {
    stop: async () => {
      state.isStopped = true
      await visiting
      return counts
    },
  }
}
