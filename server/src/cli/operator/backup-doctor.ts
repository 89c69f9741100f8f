import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { text } from 'node:stream/consumers'
import { checkArchiving } from '../../setup/backup/check-archiving.ts'
import { checkBackupFiles, checkPgbackrest } from '../../setup/backup/find-last-backup.ts'
import { checkRestoreTests, recordRestoreTest } from '../../setup/backup/restore-tests.ts'
import type { Finding } from '../../setup/check-database.ts'
import { addCommand } from '../add-command.ts'
import { parseSeconds } from '../parse-option.ts'
import { print } from '../print.ts'
import { formatFinding } from './format-finding.ts'
import { withDatabase } from './with-database.ts'

type Options = {
  folder?: string
  stanza?: string
  info?: string
  maxBackupAge: number
  maxArchiveAge: number
  maxTestAge: number
  json?: boolean
}

const DEFAULT_STANZA = 'quartermaster'

export function addBackupDoctor(group: Command): void {
  addCommand(
    group,
    'doctor',
    'check that backups are made, that WAL is archived, and that a restore was tested',
    '',
    '--folder /backups',
    '--max-backup-age PT8H --json',
  )
    .option('--folder <folder>', 'the folder with the files of `quartermaster backup`')
    .option('--stanza <name>', 'the stanza of pgBackRest (default: quartermaster, unless there is --folder)')
    .option(
      '--info <file>',
      'the output of `pgbackrest info --output=json`, if it runs on another machine; - is standard input',
    )
    .option('--max-backup-age <duration>', 'how old the last backup may be', parseSeconds, 26 * 3_600)
    .option('--max-archive-age <duration>', 'how long complete WAL may wait for the archive', parseSeconds, 600)
    .option('--max-test-age <duration>', 'how long ago the last tested restore may be', parseSeconds, 40 * 86_400)
    .option('--json', 'print the result as JSON')
    .action(async (_options: Options, command: Command) => {
      // `backup` has an option --json too, and takes it.
      const options = command.optsWithGlobals<Options>()
      const findings = await checkAll(options)
      const ok = findings.every((finding) => finding.ok)
      const summary = ok ? 'Backups are fine.' : 'Fix the lines marked with ✗.'
      print({ json: { ok, findings }, text: [...findings.map(formatFinding), `\n${summary}`].join('\n') }, options.json)
      process.exitCode = ok ? 0 : 1
    })
}

async function checkAll({
  folder,
  stanza,
  info,
  maxBackupAge,
  maxArchiveAge,
  maxTestAge,
}: Options): Promise<Finding[]> {
  const limits = { maxAgeSeconds: maxBackupAge, now: new Date() }
  const usesPgbackrest = folder === undefined || stanza !== undefined || info !== undefined
  const findings: Finding[] = []
  if (usesPgbackrest) {
    const output = info === undefined ? undefined : await (info === '-' ? text(process.stdin) : readFile(info, 'utf8'))
    const given = output === undefined ? {} : { info: output }
    findings.push(await checkPgbackrest({ stanza: stanza ?? DEFAULT_STANZA, ...given, ...limits }))
  }
  if (folder !== undefined) findings.push(await checkBackupFiles(folder, limits))
  return withDatabase(async ({ accounts }) => [
    ...findings,
    await checkArchiving(accounts, { maxAgeSeconds: maxArchiveAge, isRequired: usesPgbackrest }),
    await checkRestoreTests(accounts, { maxAgeSeconds: maxTestAge }),
  ])
}

export function addBackupTested(group: Command): void {
  addCommand(group, 'tested', 'record that you restored a backup somewhere else and checked the result', '')
    .option('--json', 'print the result as JSON')
    .action(async (_options: object, command: Command) => {
      const { json } = command.optsWithGlobals<{ json?: boolean }>()
      const testedAt = await withDatabase(({ accounts }) => recordRestoreTest(accounts))
      print({ json: { testedAt }, text: `Recorded at ${testedAt.toISOString()}.` }, json)
    })
}
