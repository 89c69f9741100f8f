import { execFile } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'

const ROOT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/**
 * Bundles the agent into one script and prepares it for Node's single executables. The blob contains names of files, so they are
 * relative: two builds have the same bytes. It has no compiled code, so one blob fits all platforms.
 */
export async function createBlob(folder: string): Promise<string> {
  await bundle(folder)
  await cp(join(ROOT, 'agent', 'package.json'), join(folder, 'package.json'))
  const config = {
    main: 'quartermaster-agent.cjs',
    output: 'quartermaster-agent.blob',
    disableExperimentalSEAWarning: true,
    useCodeCache: false,
    assets: { 'package.json': 'package.json' },
  }
  await writeFile(join(folder, 'sea-config.json'), JSON.stringify(config))
  await run(process.execPath, ['--experimental-sea-config', 'sea-config.json'], { cwd: folder })
  return join(folder, config.output)
}

/** Not minified, so that a stack trace can be read. */
async function bundle(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'entry.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        output: { format: 'cjs', entryFileNames: 'quartermaster-agent.cjs', codeSplitting: false },
      },
    },
  })
}
