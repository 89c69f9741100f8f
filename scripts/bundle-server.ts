import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build, type Plugin } from 'vite'

const ROOT = resolve(import.meta.dirname, '..')
const FOLDER = 'server/bundle'
const ENTRIES = { cli: 'server/src/cli/main.ts', server: 'server/src/main.ts' }
/** Node needs about half a millisecond for each module, and these two packages have hundreds. */
export const BUNDLED_PACKAGES = ['kysely', 'typebox']
const ISOLATION = 'server/src/themes/isolation'

/** The processes that render themes get these modules as text, because they can read no file of ours. */
export async function readRendererModules(): Promise<string[]> {
  const program = `${ISOLATION}/print-renderer-code.ts`
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', join(ROOT, program)], {
    maxBuffer: 10_000_000,
  })
  const { modules } = JSON.parse(stdout) as { modules: Record<string, string> }
  const paths = Object.keys(modules).map((url) => relative(ROOT, fileURLToPath(url)))
  return [...paths, program, `${ISOLATION}/run-renderer.mjs`]
}

/** Joins the modules of the server, so that it starts in half of the time. Names are kept, so that a stack trace can be read. */
export async function bundleServer(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    // Some modules are imported statically elsewhere, which is a warning.
    logLevel: 'error',
    plugins: [keepLocations()],
    ssr: { noExternal: [...BUNDLED_PACKAGES, /^@quartermaster\//] },
    build: {
      ssr: true,
      outDir: join(folder, FOLDER),
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      license: { fileName: 'licences.md' },
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(ROOT, path)])),
        output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  const program = join(folder, 'server/bin/quartermaster.mjs')
  const text = await readFile(program, 'utf8')
  const started = text.replace("'../src/cli/main.js'", "'../bundle/cli.js'")
  if (started === text) throw new Error('quartermaster.mjs does not import the module that is bundled')
  await writeFile(program, started)
}

/** Modules find files by their own place, which is not that of the bundle. */
function keepLocations(): Plugin {
  return {
    name: 'keep-locations',
    enforce: 'pre',
    transform(code, id) {
      const path = relative(ROOT, id)
      if (!path.startsWith('server/src/') || !code.includes('import.meta.')) return null
      const url = (file: string) => `new URL('${relative(FOLDER, file)}', import.meta.url)`
      const file = url(path.replace(/\.ts$/, '.js'))
      const asPath = (of: string) => `process.getBuiltinModule('node:url').fileURLToPath(${of})`
      return code
        .replaceAll('import.meta.url', `${file}.href`)
        .replaceAll('import.meta.filename', asPath(file))
        .replaceAll('import.meta.dirname', asPath(`new URL('${relative(FOLDER, dirname(path))}/', import.meta.url)`))
    },
  }
}
