import { cp, mkdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Defer } from '../../../e2e/kit/run-harness.ts'
import { waitUntil } from '../../../e2e/kit/wait-until.ts'
import { buildDeb } from '../../../scripts/build-deb.ts'
import type { Files, Installed, Way } from '../way.ts'
import { checkAgentUnit, checkUnits } from './check-units.ts'
import { checkRemoval, checkUpgrade } from './check-versions.ts'
import { bootMachine, type Machine } from './machine.ts'

const DOMAIN = 'vale.example'
const EMAIL = 'ana@vale.example'
const HOSTS = { management: `manage.${DOMAIN}`, stores: DOMAIN }
const AUTHORITY = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'
const CADDY_TIMEOUT_MS = 30_000
/** What apt gets from Debian when it installs our package. */
const FROM_DEBIAN = ['postgresql', 'caddy']

/** Follows docs/operate/debian.md in a clean Debian 12 with systemd. */
export const deb: Way = { name: 'deb', install }

async function install(defer: Defer, folder: string, files?: Files): Promise<Installed> {
  const machine = await bootMachine(defer, folder, FROM_DEBIAN)
  const file = files?.deb ?? (await buildDeb(folder, process.arch === 'arm64' ? 'arm64' : 'amd64'))
  await mkdir(join(machine.root, 'root/downloads'))
  await cp(file, join(machine.root, 'root/downloads', basename(file)))

  const startedAt = Date.now()
  const commands = [
    `apt install ./downloads/${basename(file)}`,
    'quartermaster setup',
    'cp /usr/share/quartermaster/Caddyfile /etc/caddy/Caddyfile',
    'systemctl reload caddy',
  ] as const
  await machine.run(commands[0].replace('apt ', 'apt --yes --quiet '))
  const link = await setUp(machine, commands[1])
  await machine.run(commands[2])
  // Names of an example have no certificates of a public authority.
  await machine.run(`sed -i '0,/^{/s//{\\n  local_certs\\n  skip_install_trust/' /etc/caddy/Caddyfile`)
  await machine.run(commands[3])
  const setupSeconds = Math.round((Date.now() - startedAt) / 1_000)

  const https = { port: await machine.forward(443), ca: await readAuthority(machine) }
  const exposure = await readExposure(machine)
  return {
    run: (line) => machine.run(line),
    hosts: HOSTS,
    https,
    apiUrl: `https://api.${DOMAIN}:${https.port}`,
    link,
    commands: [...commands],
    decisions: ['domain', 'email', 'database'],
    figures: { setupSeconds, packageBytes: (await stat(file)).size, ...exposure },
    check: async () => [
      ...(await checkUnits(machine)),
      ...(await checkAgentUnit(machine)),
      ...(await checkUpgrade(machine, { file, folder, https, host: HOSTS.management })),
      ...(await checkRemoval(machine)),
    ],
  }
}

/** Answers the questions on a terminal. */
async function setUp(machine: Machine, command: string): Promise<string> {
  const output = await machine.run(
    `script --quiet --return --command '${command}' /dev/null`,
    `${DOMAIN}\n${EMAIL}\n\n`,
  )
  const link = /https:\/\/\S+#token=\S+/.exec(output)?.[0]
  if (link === undefined) throw new Error(`setup printed no link:\n${output}`)
  return link
}

/** Caddy writes it when it gets its new configuration. */
async function readAuthority({ root }: Machine): Promise<string> {
  let authority = ''
  await waitUntil(
    async () => {
      authority = await readFile(join(root, AUTHORITY), 'utf8').catch(() => '')
      return authority.includes('END CERTIFICATE')
    },
    { timeoutMs: CADDY_TIMEOUT_MS },
  )
  return authority
}

async function readExposure({ run }: Machine): Promise<Record<string, number>> {
  const read = async (unit: string) =>
    Number(/exposure level for \S+ ([\d.]+)/.exec(await run(`systemd-analyze security --no-pager ${unit}`))?.[1])
  return { serverExposure: await read('quartermaster'), agentExposure: await read('quartermaster-agent@lobby') }
}
