import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { buildAgent } from '../build-agent.ts'
import { buildDeb } from '../build-deb.ts'
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
      await cp(archive, join(out, basename(archive)))
  },
  async deploy({ out, version }: Place) {
    await writeArchive(join(ROOT, 'deploy'), join(out, `quartermaster-deploy-${version}.tar.gz`))
  },
  async deb({ out }: Place) {
    await buildDeb(out, 'amd64')
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
