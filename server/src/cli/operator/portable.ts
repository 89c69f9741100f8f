import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { SALE_PERCENT } from '@quartermaster/contract/promotions/discount-limits'
import type { Command } from 'commander'
import { type Config, readConfig, readConfigFile } from '../../config/config.ts'
import { AppError } from '../../errors.ts'
import { formatId, parseId, type StoreId } from '../../ids.ts'
import { exportStore } from '../../portable/export-store.ts'
import { importStore } from '../../portable/import-store.ts'
import { moveStore, type Step } from '../../portable/move/move-store.ts'
import { createSealer } from '../../seal.ts'
import { addCommand } from '../add-command.ts'
import { print } from '../print.ts'
import { readVersion } from '../../config/read-version.ts'
import { openPrompt } from '../remote/prompt.ts'

const MAX_SALE = SALE_PERCENT.max / 100

type Common = { passphraseFile?: string; json?: boolean }

/** Commands that take a store out of an installation and into another one. They use the database directly. */
export function addPortableCommands(program: Command): void {
  const group = program.commands.find((command) => command.name() === 'store')
  if (!group) throw new Error('the commands of stores are added first')
  addExport(group)
  addImport(group)
  addMove(group)
}

function addExport(group: Command): void {
  addCommand(
    group,
    'export',
    'write everything that belongs to a store to one file; the store stays open',
    '--store sto_… --to vale.zip --passphrase-file passphrase',
  )
    .requiredOption('--store <id>', 'the store')
    .requiredOption('--to <file>', 'the new file; its folder must exist')
    .option('--passphrase-file <file>', 'the passphrase that encrypts credentials in the archive (default: ask)')
    .option('--json', 'print the result as JSON')
    .action(async ({ store, to, passphraseFile, json }: Common & { store: string; to: string }) => {
      const { databaseUrl, secretKeys } = readConfig()
      const { manifest, bytes } = await exportStore(databaseUrl, {
        storeId: requireStoreId(store),
        file: resolve(to),
        sealer: createSealer(secretKeys),
        readPassphrase: () =>
          readPassphrase(passphraseFile, 'Choose a passphrase for the credentials in the archive: '),
        version: readVersion(),
      })
      const rows = Object.values(manifest.files).reduce((sum, file) => sum + file.rows, 0)
      const text = [
        `Wrote ${rows} rows of "${manifest.store.name}" to ${to} (${bytes} bytes).`,
        'Keep the passphrase: without it, credentials of providers and secrets of webhooks cannot be imported.',
        `Next, on the other installation: npx quartermaster store import --from ${to}`,
      ].join('\n')
      // Equal for two archives with the same content.
      const sha256 = createHash('sha256').update(JSON.stringify(manifest.files)).digest('hex')
      const { schema, createdAt } = manifest
      print({ json: { file: to, rows, bytes, sha256, schema, createdAt }, text }, json)
    })
}

function addImport(group: Command): void {
  addCommand(
    group,
    'import',
    'create a store from a file of `store export`, with everything in it or not at all',
    '--from vale.zip --passphrase-file passphrase',
  )
    .requiredOption('--from <file>', 'a file that `quartermaster store export` wrote')
    .option('--passphrase-file <file>', 'the passphrase of the export (default: ask)')
    .option('--json', 'print the result as JSON')
    .action(async ({ from, passphraseFile, json }: Common & { from: string }) => {
      const { databaseUrl, secretKeys, publicUrl } = readConfig()
      const { storeId, name, rows, members, invited, manifest, leftOut } = await importStore(databaseUrl, {
        file: resolve(from),
        sealer: createSealer(secretKeys),
        readPassphrase: () => readPassphrase(passphraseFile, 'The passphrase of the export: '),
        publicUrl,
      })
      const store = formatId('sto', storeId)
      const text = [
        `Imported ${rows} rows of "${name}" as ${store}, as they were at ${manifest.createdAt}.`,
        `Members: ${members}. Invited by e-mail, because they have no account here: ${invited.length}.`,
        'Server keys and API tokens are the same: give game servers and programs the new address.',
        ...leftOut.sales.map((sale) => `The sale "${sale}" took off more than ${MAX_SALE} %, and has ended.`),
      ].join('\n')
      const { createdAt } = manifest
      print({ json: { storeId: store, rows, members, invited, endedSales: leftOut.sales, createdAt }, text }, json)
    })
}

function addMove(group: Command): void {
  addCommand(
    group,
    'move',
    'move a store to another cell while it serves; after a crash, run the same command again',
    '--store sto_… --to-cell c2 --to-config /etc/quartermaster/c2.toml',
  )
    .requiredOption('--store <id>', 'the store')
    .requiredOption('--to-cell <name>', 'CELL of the other cell')
    .requiredOption('--to-config <file>', 'the configuration file of the other cell, with its database and SECRET_KEYS')
    .option('--json', 'print the result as JSON')
    .action(async ({ store, toCell, toConfig, json }: MoveOptions) => {
      const from = readConfig()
      const to = readConfigFile(toConfig)
      if (to.cell !== toCell || from.cell === to.cell)
        throw new AppError(
          'invalid_request',
          `${toConfig} is the configuration of the cell ${to.cell}, and this is ${from.cell}. Name the file of ${toCell}.`,
        )
      const end = ({ cell, databaseUrl, secretKeys, publicUrl }: Config) => ({
        cell,
        databaseUrl,
        publicUrl,
        sealer: createSealer(secretKeys),
      })
      const storeId = requireStoreId(store)
      const onStep = (step: Step) => void process.stderr.write(`${STEPS[step]}\n`)
      process.stderr.write('Copying the store. It goes on serving.\n')
      const moved = await moveStore({ storeId, from: end(from), to: end(to), onStep })
      const text = [
        `Moved ${store} to ${toCell}: ${moved.rows} rows while it served, and ${moved.changedRows} after writes had stopped.`,
        `Writes stopped for ${moved.stoppedMs} ms. Requests that still arrive here are forwarded (CELLS_FILE).`,
      ].join('\n')
      print({ json: { storeId: store, cell: toCell, ...moved }, text }, json)
    })
}

const STEPS: Readonly<Record<Step, string>> = {
  copied: 'Copied. Its writes stop now.',
  stopped: 'Stopped. Copying the last difference.',
  arrived: 'Everything has arrived.',
  switched: 'The other cell has the store.',
  opened: 'The store serves there.',
  removed: 'Its rows are removed here.',
}

type MoveOptions = { store: string; toCell: string; toConfig: string; json?: boolean }

function requireStoreId(text: string): StoreId {
  const storeId = parseId<StoreId>('sto', text)
  if (storeId === undefined)
    throw new AppError(
      'invalid_request',
      `"${text}" is not the id of a store. \`quartermaster store list\` shows the ids.`,
    )
  return storeId
}

/** Not an option with the text, because other users of the machine see the arguments of a process. */
async function readPassphrase(file: string | undefined, question: string): Promise<string> {
  if (file !== undefined) return (await readFile(file, 'utf8')).replace(/\r?\n$/, '')
  const prompt = openPrompt({ input: process.stdin, output: process.stderr })
  try {
    return await prompt.askSecret(question)
  } finally {
    prompt.close()
  }
}
