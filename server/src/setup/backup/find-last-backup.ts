import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import type { Finding } from '../check-database.ts'
import { formatAge } from './format-age.ts'
import { readEnd } from './manifest.ts'
import { runProgram } from './postgres-program.ts'

type Limits = { maxAgeSeconds: number; now: Date }
type LastBackup = { name: string; at: Date }

/** The newest complete file of `quartermaster backup` in a folder. */
export async function checkBackupFiles(folder: string, limits: Limits): Promise<Finding> {
  const last = await findLastFile(folder)
  const advice = `Run \`quartermaster backup --to ${join(folder, '<name>.backup')}\` every day, for example with a timer, and read its output`
  return judge('backup file', last, { ...limits, advice })
}

async function findLastFile(folder: string): Promise<LastBackup | undefined> {
  const names = await readdir(folder).catch((cause: Error) => {
    throw new AppError('not_found', `The folder ${folder} cannot be read: ${cause.message}`, { cause })
  })
  const files = await Promise.all(names.map(async (name) => ({ name, changed: await changedAt(join(folder, name)) })))
  for (const { name } of files.toSorted((a, b) => b.changed - a.changed)) {
    // Another file, or one that was cut off, is no backup.
    const manifest = await readEnd(join(folder, name)).catch(() => undefined)
    if (manifest) return { name, at: new Date(manifest.createdAt) }
  }
  return undefined
}

async function changedAt(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() ? found.mtimeMs : 0
}

/** `info`: the output of `pgbackrest info --output=json`, which is asked for unless it is given. */
export async function checkPgbackrest({
  stanza,
  info,
  ...limits
}: Limits & { stanza: string; info?: string }): Promise<Finding> {
  const advice = `Run \`pgbackrest --stanza=${stanza} backup\` as the user postgres and read its output; the timers in deploy/backup run it every day`
  try {
    const last = readInfo(info ?? (await readPgbackrest(stanza)), stanza)
    return judge('pgBackRest', last, { ...limits, advice })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { check: 'pgBackRest', ok: false, found: 'no information', advice: error.message }
  }
}

type Info = {
  name: string
  status: { code: number; message: string }
  backup: { label: string; error: boolean | null; timestamp: { stop: number } }[]
}[]

function readInfo(text: string, stanza: string): LastBackup | undefined {
  let stanzas: Info
  try {
    stanzas = JSON.parse(text) as Info
  } catch (cause) {
    throw new AppError('invalid_request', 'This is not the output of `pgbackrest info --output=json`', { cause })
  }
  const found = stanzas.find(({ name }) => name === stanza)
  // 2: the stanza has no backup yet.
  if (!found || ![0, 2].includes(found.status.code)) {
    const why = found ? found.status.message : 'it does not exist'
    throw new AppError(
      'not_found',
      `The stanza "${stanza}" is not usable (${why}). Run \`pgbackrest --stanza=${stanza} stanza-create\` and \`check\` as the user postgres`,
    )
  }
  const last = found.backup.filter(({ error }) => error !== true).at(-1)
  return last && { name: last.label, at: new Date(last.timestamp.stop * 1000) }
}

async function readPgbackrest(stanza: string): Promise<string> {
  return runProgram('pgbackrest', [`--stanza=${stanza}`, '--output=json', 'info']).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new AppError(
      'not_configured',
      'pgbackrest is not installed here. Install it (docs/operate/backup.md), or give its output: `ssh database pgbackrest info --output=json | quartermaster backup doctor --info -`. If you make files with `quartermaster backup`, name their folder with --folder',
      { cause: error },
    )
  })
}

function judge(
  check: string,
  last: LastBackup | undefined,
  { maxAgeSeconds, now, advice }: Limits & { advice: string },
): Finding {
  const age = last ? (now.getTime() - last.at.getTime()) / 1000 : Infinity
  const found = last ? `${last.name}, ${formatAge(age)} ago` : 'no backup'
  return { check, ok: age <= maxAgeSeconds, found, advice }
}
