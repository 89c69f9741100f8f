import { execFile } from 'node:child_process'
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'

export const PACKAGES = ['sdk', 'agent', 'conformance'] as const
export type PackageName = (typeof PACKAGES)[number]

type Exports = Record<string, string>
type Manifest = {
  name: string
  version: string
  exports?: Exports
  bin?: Record<string, string>
  dependencies?: Record<string, string>
}

const SDK = '@quartermaster/sdk'
/** The one module of contract/ that the packages import. It is private, so each package gets a copy. */
const LIMITS = '@quartermaster/contract/games/limits'
const LIMITS_SOURCE = 'contract/src/games/limits.ts'
const ROOT = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/**
 * Builds each package as it is published: JavaScript for Node 22 with type declarations, in the same layout as its
 * TypeScript sources. `folderOf` returns the output folder of a package.
 */
export async function buildPackages(folderOf: (name: PackageName) => string): Promise<void> {
  const { version } = await readManifest('sdk')
  const sdkTypes = join(folderOf('sdk'), 'src', 'index.d.ts')
  const build = (name: PackageName): Promise<void> => buildPackage(name, { folder: folderOf(name), sdkTypes, version })
  // The other packages are compiled against the built SDK.
  await build('sdk')
  await Promise.all(PACKAGES.filter((name) => name !== 'sdk').map(build))
}

type Target = { folder: string; sdkTypes: string }

async function buildPackage(name: PackageName, { version, ...target }: Target & { version: string }): Promise<void> {
  const { folder } = target
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await compile(name, target)
  await renameImports(folder)
  const manifest = await readManifest(name)
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify(createPublishedManifest(manifest, version), null, 2)}\n`,
  )
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  await cp(join(ROOT, name, 'README.md'), join(folder, 'README.md'))
  if (manifest.bin) await cp(join(ROOT, name, 'bin'), join(folder, 'bin'), { recursive: true })
}

async function readManifest(name: PackageName): Promise<Manifest> {
  return JSON.parse(await readFile(join(ROOT, name, 'package.json'), 'utf8')) as Manifest
}

async function compile(name: PackageName, { folder, sdkTypes }: Target): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'quartermaster-build-'))
  const config = join(scratch, 'tsconfig.json')
  const out = join(scratch, 'out')
  await writeFile(config, JSON.stringify(compilerConfig(name, { sdkTypes, out })))
  try {
    await run(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', config])
    for (const source of [`${name}/src`, dirname(LIMITS_SOURCE)]) {
      await cp(join(out, source), join(folder, 'src'), { recursive: true })
    }
  } catch (error) {
    throw new Error(`${name} does not compile for Node 22:\n${(error as { stdout: string }).stdout}`, { cause: error })
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
    const limits = `./${relative(dirname(path), join(folder, 'src', 'limits.js'))}`
    await writeFile(
      path,
      text
        .replaceAll(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2')
        .replaceAll(`'${LIMITS}'`, `'${limits}'`),
    )
  }
}

function compilerConfig(name: PackageName, { out, sdkTypes }: { out: string; sdkTypes: string }): object {
  const source = join(ROOT, name, 'src')
  return {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: name === 'sdk',
      stripInternal: true,
      rootDir: ROOT,
      outDir: out,
      typeRoots: [join(ROOT, 'node_modules', '@types')],
      ...(name !== 'sdk' && { paths: { [SDK]: [sdkTypes] } }),
    },
    include: [source, join(ROOT, LIMITS_SOURCE)],
    exclude: [join(source, '**/*.test.ts'), join(source, '**/test/**')],
  }
}

/** `exports` name the built files, and the dependency on the SDK gets the version that was built with this package. */
function createPublishedManifest({ exports, dependencies, ...rest }: Manifest, version: string): object {
  return {
    ...rest,
    // JSON.stringify leaves undefined out.
    devDependencies: undefined,
    ...(exports && {
      exports: Object.fromEntries(Object.entries(exports).map(([key, path]) => [key, builtExport(path)])),
    }),
    ...(dependencies && { dependencies: { ...dependencies, ...(SDK in dependencies && { [SDK]: version }) } }),
    publishConfig: { access: 'public' },
  }
}

function builtExport(path: string): object {
  return { types: path.replace(/\.ts$/, '.d.ts'), default: path.replace(/\.ts$/, '.js') }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: 'string' }, help: { type: 'boolean', default: false } } })
  if (values.help) console.log('Usage: node scripts/build-packages.ts [--out FOLDER]   (default: PACKAGE/dist)')
  else {
    const { out } = values
    await buildPackages((name) => (out === undefined ? join(ROOT, name, 'dist') : resolve(out, name)))
  }
}
