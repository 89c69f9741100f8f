import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import type { Manage } from '@quartermaster/sdk'
import { AppError } from '../../../errors.ts'
import { BUILT_IN_THEMES, type BuiltInTheme } from '../../../themes/built-in-themes.ts'
import { addCommand, choice } from '../../add-command.ts'
import { parseCount } from '../../parse-option.ts'
import { listOutput, print } from '../../print.ts'
import { callStoreApi } from '../owner-command.ts'
import { checkFolder, readFolder } from './theme-folder.ts'

type Init = { dir: string; from: BuiltInTheme; json?: boolean }
type Folder = { dir: string; json?: boolean }

export function addThemeCommands(program: Command): void {
  const group = program.command('theme').description('make a theme of your own for the storefront')

  addCommand(group, 'init', 'write a copy of a built-in theme to a new folder', '--dir my-theme')
    .requiredOption('--dir <path>', 'the folder')
    .addOption(choice('--from <name>', 'the built-in theme', BUILT_IN_THEMES).default(BUILT_IN_THEMES[0]))
    .option('--json', 'print the result as JSON')
    .action(async ({ dir, from, json }: Init) => {
      const count = await copyTheme(from, dir)
      const next = `Open it with: npx quartermaster theme dev --dir ${dir}`
      print({ json: { dir, from, files: count }, text: `Wrote ${count} files to ${dir}. ${next}` }, json)
    })
  addCommand(group, 'check', 'check a theme as an upload does', '--dir my-theme')
    .requiredOption('--dir <path>', 'the folder of the theme')
    .option('--json', 'print the result as JSON')
    .action(async ({ dir, json }: Folder) => {
      const problems = await checkFolder(dir)
      const lines = problems.map(({ file, line, message }) => `${file}${line === null ? '' : `:${line}`}: ${message}`)
      print({ json: { problems }, text: lines.length > 0 ? lines.join('\n') : 'No problems.' }, json)
      process.exitCode = problems.length > 0 ? 1 : 0
    })
  addCommand(group, 'dev', 'show a theme with sample data, and reload it when a file is saved', '--dir my-theme')
    .requiredOption('--dir <path>', 'the folder of the theme')
    .option('--port <n>', 'the port on this machine', parseCount, 9292)
    .action(async ({ dir, port }: Folder & { port: number }) => {
      const { serveFolder } = await import('./serve-folder.ts')
      const { url } = await serveFolder(dir, port)
      console.log(`${dir} is at ${url}. Press Ctrl+C to stop.`)
    })
  addStoreCommands(group)
  addDiffCommand(group)
}

function addStoreCommands(group: Command): void {
  const push = addCommand(
    group,
    'push',
    'upload a theme as a new version',
    '--store sto_… --dir my-theme',
    '--store sto_… --dir my-theme --publish',
  )
    .requiredOption('--dir <path>', 'the folder of the theme')
    .option('--publish', 'publish it at once')
    .option('--preview', 'print a link to a preview')
  callStoreApi<Folder & { publish?: boolean; preview?: boolean }>(push, async ({ manage, storeId }, options) => {
    const { writeArchive } = await import('../../../themes/archive/write-archive.ts')
    const archive = await writeArchive(await readFolder(options.dir))
    const uploaded = await manage.uploadTheme({ storeId, file: new Blob([new Uint8Array(archive)]) })
    const number = String(uploaded.number)
    if (options.publish) return publishedOutput(await manage.publishTheme({ storeId, number }))
    const preview = options.preview ? await manage.createThemePreview({ storeId, number }) : null
    const text = preview ? `Preview: ${preview.url} (until ${preview.expiresAt})` : 'Publish it with `theme publish`.'
    return { json: { ...uploaded, preview }, text: `Uploaded version ${number}. ${text}` }
  })
  const publish = addCommand(group, 'publish', 'publish a version', '--store sto_… --number 3')
  publish.requiredOption('--number <n>', 'the number of the version', parseCount)
  callStoreApi<{ number: number }>(publish, async ({ manage, storeId }, { number }) =>
    publishedOutput(await manage.publishTheme({ storeId, number: String(number) })),
  )
  const rollback = addCommand(group, 'rollback', 'return to the version that was published before', '--store sto_…')
  callStoreApi(rollback, async ({ manage, storeId }) => {
    const json = await manage.rollbackTheme({ storeId })
    const theme = json.themeVersion === null ? 'the built-in theme' : `version ${json.themeVersion}`
    return { json, text: `The store uses ${theme} again.` }
  })
  const list = addCommand(group, 'list', 'list the versions', '--store sto_…')
  callStoreApi(list, async ({ manage, storeId }) =>
    listOutput(
      (await manage.listThemeVersions({ storeId })).items,
      {
        number: ({ number }) => number,
        name: ({ name, label }) => `${name} ${label}`,
        uploaded: ({ createdAt }) => createdAt,
        published: ({ isPublished }) => (isPublished ? 'yes' : ''),
      },
      'This store has no theme of its own yet.',
    ),
  )
}

function addDiffCommand(group: Command): void {
  const diff = addCommand(group, 'diff', 'show what differs between two versions', '--store sto_… --from 2 --to 3')
    .requiredOption('--from <n>', 'the number of the earlier version', parseCount)
    .requiredOption('--to <n>', 'the number of the later version', parseCount)
  callStoreApi<{ from: number; to: number }>(diff, async ({ manage, storeId }, { from, to }) => {
    const json = await manage.diffThemeVersions({ storeId, number: String(to), from })
    const files = json.changes.map(
      ({ path, change, lines }) => `${change} ${path}${lines === null ? '' : `\n${lines}`}`,
    )
    return { json, text: files.length > 0 ? files.join('\n\n') : 'The versions are the same.' }
  })
}

function publishedOutput(version: Manage.ThemeVersion) {
  return { json: version, text: `Published version ${version.number}: ${version.name} ${version.label}.` }
}

async function copyTheme(from: BuiltInTheme, dir: string): Promise<number> {
  const found = await readdir(dir).catch(() => [])
  if (found.length > 0) throw new AppError('invalid_request', `${dir} is not empty. Choose another folder`)
  const { readBuiltInTheme } = await import('../../../themes/built-in-themes.ts')
  const files = await readBuiltInTheme(from)
  for (const [path, body] of files) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), body)
  }
  return files.size
}
