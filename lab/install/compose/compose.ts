import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { askHost } from '../../hosts/ask-host.ts'
import { freePort } from '../../../e2e/kit/game/free-port.ts'
import { PROJECT_ROOT } from '../../../e2e/kit/run-command.ts'
import type { Defer } from '../../../e2e/kit/run-harness.ts'
import { waitUntil } from '../../../e2e/kit/wait-until.ts'
import { openTerminal, type Terminal } from '../../../e2e/kit/person/terminal.ts'
import type { Installed, Way } from '../way.ts'
import { buildImages, configureEngine } from './build-images.ts'

const DOMAIN = 'vale.example'
/** The name that compose gives it, from the folder and the service. */
const CONTAINER = 'compose_quartermaster_1'
const IMAGE = 'localhost/quartermaster:e2e'
/** Images of Debian packages are kept here for the next run. */
const ENGINE_FOLDER = '/var/tmp/quartermaster-e2e'
const NEEDED = [
  'podman',
  'buildah',
  'runc',
  'podman-compose',
  'debootstrap',
  'netavark',
  'aardvark-dns',
  'iptables',
  'git',
]
const START_TIMEOUT_MS = 180_000
const MAX_OUTPUT = 5_000
const MAX_IMAGE_BYTES = 250_000_000

const COMMANDS = [
  'git clone https://… quartermaster && cd quartermaster/deploy/compose',
  'cp .env.example .env',
  'nano .env',
  'docker compose up --detach --wait',
  'docker compose exec quartermaster quartermaster setup --email ana@vale.example',
]

type InFolder = Terminal['run']

/** Follows docs/operate/containers.md with Podman instead of Docker. */
export const compose: Way = { name: 'compose', install }

async function install(defer: Defer, folder: string): Promise<Installed> {
  requirePrograms()
  const engine = await configureEngine(ENGINE_FOLDER)
  const images = await buildImages(await openTerminal(defer, join(folder, 'images'), { env: engine }))
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const variables = { TLS_ISSUER: 'internal', HTTP_PORT: String(httpPort), HTTPS_PORT: String(httpsPort) }
  const machine = await openTerminal(defer, join(folder, 'machine'), {
    env: { ...engine, ...images, ...variables, QUARTERMASTER_IMAGE: IMAGE },
  })
  await machine.run(`git clone --quiet --depth 1 file://${PROJECT_ROOT} quartermaster`)
  const inFolder = (line: string) => machine.run(`cd quartermaster/deploy/compose && ${line}`)
  // The domain and the e-mail address of the example are used as they are.
  await inFolder('cp .env.example .env')
  defer(() => inFolder(`podman-compose down --volumes; podman rmi --force ${IMAGE}`))
  const output = await inFolder('podman-compose up --detach 2>&1')
  // podman-compose goes on without an image that could not be built.
  await inFolder(`podman image exists ${IMAGE}`).catch(() => {
    throw new Error(`The image was not built:\n${output.slice(-MAX_OUTPUT)}`)
  })
  // It also ends without an error if a container cannot be started.
  const running = await inFolder(`podman ps --quiet | wc --lines`)
  if (Number(running) === 0) throw new Error(`No container was started:\n${output.slice(-MAX_OUTPUT)}`)
  await waitUntilHealthy(inFolder)
  const run = (line: string) => inFolder(`podman exec ${CONTAINER} sh -c ${quote(line)}`)
  const { url: link } = JSON.parse(await run('quartermaster setup --email ana@vale.example --json')) as { url: string }
  const https = { port: httpsPort, ca: await readAuthority(inFolder) }
  const imageBytes = Number(await inFolder(`podman image inspect --format '{{.Size}}' ${IMAGE}`))
  return {
    run,
    hosts: { management: `manage.${DOMAIN}`, stores: DOMAIN },
    https,
    apiUrl: `https://api.${DOMAIN}:${httpsPort}`,
    link,
    commands: COMMANDS,
    decisions: ['DOMAIN', 'EMAIL'],
    figures: { imageBytes },
    check: () => checkContainers({ inFolder, run, https, imageBytes }),
  }
}

function requirePrograms(): void {
  const path = `${process.env['PATH']}:/usr/sbin:/usr/lib/podman`
  const missing = NEEDED.filter((name) => !path.split(':').some((each) => existsSync(join(each, name))))
  if (missing.length > 0) throw new Error(`${missing.join(', ')} missing. Run: apt-get install ${NEEDED.join(' ')}`)
  if (process.getuid?.() !== 0) throw new Error('The way "compose" needs root, for debootstrap and for networks.')
}

async function waitUntilHealthy(inFolder: InFolder): Promise<void> {
  const check = `podman healthcheck run ${CONTAINER} >/dev/null 2>&1 && echo yes || echo no`
  const isHealthy = async () => (await inFolder(check)).trim() === 'yes'
  if (await waitUntil(isHealthy, { timeoutMs: START_TIMEOUT_MS, intervalMs: 1_000 })) return
  const logs = await inFolder(
    `podman ps --all; podman logs --tail 30 compose_postgres_1 2>&1; podman logs --tail 30 ${CONTAINER} 2>&1`,
  )
  throw new Error(`Quartermaster is not healthy after ${START_TIMEOUT_MS / 1_000} s:\n${logs}`)
}

async function readAuthority(inFolder: InFolder): Promise<string> {
  let ca = ''
  await waitUntil(
    async () => {
      ca = await inFolder('podman exec compose_caddy_1 cat /data/caddy/pki/authorities/local/root.crt || true')
      return ca.includes('END CERTIFICATE')
    },
    { timeoutMs: START_TIMEOUT_MS, intervalMs: 500 },
  )
  return ca
}

type Running = { inFolder: InFolder; run: InFolder; https: Installed['https']; imageBytes: number }

/** What the image and compose.yaml promise. The last check restarts everything. */
async function checkContainers({ inFolder, run, https, imageBytes }: Running): Promise<string[]> {
  const failures: string[] = []
  const expect = (isTrue: boolean, what: string) => void (isTrue || failures.push(what))
  expect(imageBytes < MAX_IMAGE_BYTES, `the image has ${imageBytes} bytes, more than ${MAX_IMAGE_BYTES}`)
  expect((await run('id -u')).trim() === '1000', 'the server does not run as user 1000')
  const written = await run('touch /opt/quartermaster/x /etc/x 2>&1 || true')
  expect(written.split('Read-only file system').length === 3, `the root file system is not read-only: ${written}`)
  const labels = await inFolder(`podman image inspect --format '{{json .Labels}}' ${IMAGE}`)
  expect(
    labels.includes('"org.opencontainers.image.version":"0.1.0"'),
    `the image has no label of its version: ${labels}`,
  )
  const modes = await run('stat --format %a "$DATABASE_URL_FILE" "$SECRET_KEYS_FILE"')
  expect(modes === '600\n600\n', `secrets can be read by others: ${modes}`)
  const readSecrets = () => run('cat "$DATABASE_URL_FILE" "$SECRET_KEYS_FILE"')
  const secrets = await readSecrets()
  expect(/:[0-9a-f]{48}@.*k1:/s.test(secrets), 'no password and key were generated')
  expect((await askHost('unknown.example', https)) === undefined, 'a host that nobody knows got a certificate')
  await inFolder('podman-compose down && podman-compose up --detach')
  await waitUntilHealthy(inFolder)
  expect((await readSecrets()) === secrets, 'a restart changed the secrets')
  expect((await run('quartermaster store list')).includes('Vale'), 'a restart lost the store')
  return failures
}

const quote = (line: string) => `'${line.replaceAll("'", String.raw`'\''`)}'`
