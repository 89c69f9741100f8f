import { execFile } from 'node:child_process'
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'

type Manifest = { exports: Record<string, string> }

/** The modules of contract/ that the SDK imports. It is private, so the package gets a copy. */
const LIMITS = ['games/limits', 'promotions/discount-limits']
/** The agent contains them, too. */
export const LIMITS_SOURCES = LIMITS.map((name) => `contract/src/${name}.ts`)
const ROOT = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/** Builds the SDK as it is published: JavaScript for Node 22 with type declarations, in the same layout as its sources. */
export async function buildSdk(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await compile(folder)
  await renameImports(folder)
  const { exports, ...manifest } = JSON.parse(await readFile(join(ROOT, 'sdk', 'package.json'), 'utf8')) as Manifest
  const published = {
    ...manifest,
    // JSON.stringify leaves undefined out.
    devDependencies: undefined,
    exports: Object.fromEntries(Object.entries(exports).map(([key, path]) => [key, builtExport(path)])),
    publishConfig: { access: 'public' },
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  await cp(join(ROOT, 'sdk', 'README.md'), join(folder, 'README.md'))
}

async function compile(folder: string): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'quartermaster-build-'))
  const config = join(scratch, 'tsconfig.json')
  const out = join(scratch, 'out')
  await writeFile(config, JSON.stringify(compilerConfig(out)))
  try {
    await run(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', config])
    for (const source of ['sdk/src', ...LIMITS_SOURCES.map(dirname)]) {
      await cp(join(out, source), join(folder, 'src'), { recursive: true })
    }
  } catch (error) {
    throw new Error(`The SDK does not compile:\n${(error as { stdout: string }).stdout}`, { cause: error })
  } finally {
    await rm(scratch, { recursive: true })
  }
}

/**
 * Imports of the limits name the copy in the package. The compiler also keeps `.ts` in the imports of declarations,
 * which older compilers do not understand.
 */
async function renameImports(folder: string): Promise<void> {
  for await (const path of glob(join(folder, '**/*.{js,d.ts}'))) {
    const text = await readFile(path, 'utf8')
    const copyOf = (name: string) => `./${relative(dirname(path), join(folder, 'src', `${basename(name)}.js`))}`
    const local = text.replaceAll(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2')
    await writeFile(
      path,
      LIMITS.reduce((code, name) => code.replaceAll(`'@quartermaster/contract/${name}'`, `'${copyOf(name)}'`), local),
    )
  }
}

function compilerConfig(out: string): object {
  const source = join(ROOT, 'sdk', 'src')
  return {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      stripInternal: true,
      rootDir: ROOT,
      outDir: out,
      typeRoots: [join(ROOT, 'node_modules', '@types')],
    },
    include: [source, ...LIMITS_SOURCES.map((path) => join(ROOT, path))],
    exclude: [join(source, '**/*.test.ts'), join(source, '**/test/**')],
  }
}

function builtExport(path: string): object {
  return { types: path.replace(/\.ts$/, '.d.ts'), default: path.replace(/\.ts$/, '.js') }
}
