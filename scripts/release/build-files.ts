import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { buildAgent } from '../build-agent.ts'
import { buildPackage, PACKAGES } from '../build-packages.ts'
import { writeArchive } from '../write-archive.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const exec = promisify(execFile)

type Place = { out: string; scratch: string; version: string }

/** What a release consists of. Images are built from `deploy/` where they are published. */
const PARTS = {
  async packages({ out, scratch }: Place) {
    for (const name of PACKAGES) {
      await buildPackage(name, join(scratch, name))
      await exec('npm', ['pack', '--silent', '--pack-destination', out], { cwd: join(scratch, name) })
    }
  },
  async agent({ out, scratch }: Place) {
    for (const archive of await buildAgent(join(scratch, 'executables')))
      await cp(archive, join(out, archive.replace(/.*\//, '')))
  },
  async deploy({ out, version }: Place) {
    await writeArchive(join(ROOT, 'deploy'), join(out, `quartermaster-deploy-${version}.tar.gz`))
  },
  async deb({ out, scratch }: Place) {
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }
    if (!('build:deb' in scripts)) return
    const built = join(scratch, 'deb')
    await exec('npm', ['run', '--silent', 'build:deb', '--', '--out', built], {
      cwd: ROOT,
      maxBuffer: 64 * 1024 * 1024,
    })
    for (const name of await readdir(built)) if (name.endsWith('.deb')) await cp(join(built, name), join(out, name))
  },
}
export type Part = keyof typeof PARTS
export const PART_NAMES = Object.keys(PARTS) as Part[]

/** Builds the files of a release into a folder. Says which part it builds, because some take minutes. */
export async function buildFiles(out: string, { version, parts }: { version: string; parts: Part[] }): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'quartermaster-release-'))
  try {
    await mkdir(out, { recursive: true })
    for (const part of parts) {
      const started = Date.now()
      await PARTS[part]({ out, scratch, version })
      console.log(`${part}: ${((Date.now() - started) / 1000).toFixed(0)} s`)
    }
  } finally {
    await rm(scratch, { recursive: true })
  }
}
