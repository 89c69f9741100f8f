import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { createBlob } from './agent-executable/create-blob.ts'
import { fetchNode, type Platform, PLATFORMS } from './agent-executable/fetch-node.ts'
import { removeSignature } from './agent-executable/remove-signature.ts'
import { writeArchive } from './write-archive.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** The place in Node's programs that says whether a script was added. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
const run = promisify(execFile)

/** Builds the agent as one executable for each platform, with Node inside, and an archive of each. Returns the archives. */
export async function buildAgent(out: string, platforms: readonly Platform[] = PLATFORMS): Promise<string[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'quartermaster-agent-build-'))
  try {
    const blob = await createBlob(scratch)
    const { version } = JSON.parse(await readFile(join(ROOT, 'agent/package.json'), 'utf8')) as { version: string }
    // The package for Windows has no licence file; it is the same for all platforms.
    const linux = await fetchNode('linux-x64', scratch)
    const archives: string[] = []
    for (const platform of platforms) {
      const folder = join(out, platform)
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true })
      const node = platform === 'linux-x64' ? linux : await fetchNode(platform, scratch)
      await writeExecutable(platform, { node, blob, folder })
      await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
      await cp(join(linux, 'LICENSE'), join(folder, 'LICENSE-node'))
      await cp(join(ROOT, 'agent/README.md'), join(folder, 'README.md'))
      const archive = join(out, `quartermaster-agent-${version}-${platform}.tar.gz`)
      await writeArchive(folder, archive)
      archives.push(archive)
    }
    return archives
  } finally {
    await rm(scratch, { recursive: true })
  }
}

type Parts = { node: string; blob: string; folder: string }

async function writeExecutable(platform: Platform, { node, blob, folder }: Parts): Promise<void> {
  const isWindows = platform === 'win-x64'
  const program = await readFile(join(node, 'bin', isWindows ? 'node.exe' : 'node'))
  const file = join(folder, isWindows ? 'quartermaster-agent.exe' : 'quartermaster-agent')
  await writeFile(file, isWindows ? removeSignature(program) : program)
  const postject = join(ROOT, 'node_modules', '.bin', 'postject')
  await run(postject, [file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE])
  await chmod(file, 0o755)
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: join(ROOT, 'dist', 'agent') },
      platform: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const chosen = PLATFORMS.filter((platform) => values.platform === undefined || values.platform === platform)
  if (values.help || chosen.length === 0)
    console.log(
      `Usage: npm run build:agent -- [--out FOLDER] [--platform ${PLATFORMS.join('|')}]   (default: dist/agent)`,
    )
  else
    for (const archive of await buildAgent(resolve(values.out), chosen))
      console.log(`${archive}  ${Math.round((await stat(archive)).size / 1_000_000)} MB`)
}
