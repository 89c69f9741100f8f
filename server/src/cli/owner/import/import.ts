import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import type { ManageClient } from '@quartermaster/sdk'
import { AppError } from '../../../errors.ts'
import { addCommand, choice } from '../../add-command.ts'
import { collect, parseIdOf } from '../../parse-option.ts'
import { type Progress, startProgress } from '../../progress.ts'
import { openPrompt } from '../../remote/prompt.ts'
import { callStoreApi } from '../owner-command.ts'
import { readAll } from '../store-client.ts'
import { writeCsv } from './csv.ts'
import { describeImport } from './describe-import.ts'
import type { ImportDocument } from './document.ts'
import { readCommandFile } from './read-command-file.ts'
import { readCraftingStore } from './read-craftingstore.ts'
import { readCsvFolder } from './read-csv-folder.ts'
import { createApiReader } from './read-source.ts'
import { type PlayerForm, readTebex, tebexApi, tebexFolder } from './read-tebex.ts'
import { sendImport } from './send-import.ts'

const TEBEX = 'https://plugin.tebex.io'
const CRAFTING_STORE = 'https://api.craftingstore.net/v7'

type Common = { dryRun?: boolean; overwrite?: boolean; mapServer?: [string, string][]; template?: string }
type Platform = Common & { url: string; commands?: string; player?: PlayerForm }

export function addImportCommands(program: Command): void {
  const group = program.command('import').description('move in from another platform')
  const tebex = addCommand(group, 'tebex', 'import from Tebex', '--store sto_… --commands commands.csv --dry-run')
    .option('--dir <path>', 'a folder with responses of its API, instead of the API')
    .option('--url <url>', 'the address of its API', TEBEX)
  addPlatformOptions(tebex)
  callStoreApi<Platform & { dir?: string }>(tebex, (call, options) =>
    run(call, options, async () => {
      const read = { commands: await commandsOf(options), player: options.player }
      if (options.dir !== undefined) return readTebex(tebexFolder(options.dir), read)
      return withKey('Secret key of a game server at Tebex: ', (key, progress) => {
        const api = createApiReader({ url: options.url, headers: { 'X-Tebex-Secret': key }, onWait: sayWait })
        return readTebex(tebexApi(api), { ...read, onPage: progress })
      })
    }),
  )
  const crafting = addCommand(
    group,
    'craftingstore',
    'import from CraftingStore',
    '--store sto_… --commands commands.csv --dry-run',
  ).option('--url <url>', 'the address of its API', CRAFTING_STORE)
  addPlatformOptions(crafting)
  callStoreApi<Platform>(crafting, (call, options) =>
    run(call, options, async () => {
      const read = { commands: await commandsOf(options), player: options.player }
      return withKey('API token of CraftingStore: ', (token, progress) => {
        const api = createApiReader({ url: options.url, headers: { token }, onWait: sayWait })
        return readCraftingStore(api, { ...read, onPage: progress })
      })
    }),
  )
  const csv = addCommand(group, 'csv', 'import CSV files', '--store sto_… --dir my-store --dry-run').requiredOption(
    '--dir <path>',
    'the folder with categories.csv, products.csv, commands.csv and the other files',
  )
  addCommonOptions(csv)
  callStoreApi<Common & { dir: string }>(csv, (call, options) =>
    run(call, options, async ({ currency }) => readCsvFolder(options.dir, { currency })),
  )
}

function addPlatformOptions(command: Command): void {
  command
    .option(
      '--commands <file>',
      'a CSV file with the columns product, stage and command, for what the API does not show',
    )
    .option('--template <file>', 'write such a file with the products that have no commands yet')
    .addOption(
      choice('--player <form>', 'what the store knows players by (default: the name in Minecraft, otherwise the id)', [
        'id',
        'dashed-id',
        'name',
      ]),
    )
  addCommonOptions(command)
}

function addCommonOptions(command: Command): void {
  command
    .option('--map-server <name=id>', 'the server here for a server there; repeat it for several', collect(parseServer))
    .option('--dry-run', 'show what would be imported, and change nothing')
    .option('--overwrite', 'also overwrite what was edited here since the last import')
}

function parseServer(text: string): [string, string] {
  const at = text.lastIndexOf('=')
  if (at < 1) throw new InvalidArgumentError('Give a name and an id, such as "Lobby=srv_…".')
  return [text.slice(0, at), parseIdOf('srv')(text.slice(at + 1))]
}

type Call = { manage: ManageClient; storeId: string }

async function run(
  { manage, storeId }: Call,
  options: Common,
  read: (store: { currency: string }) => Promise<ImportDocument>,
) {
  const { currency } = await manage.getStore({ storeId })
  const document = await read({ currency })
  if (document.currency !== null && document.currency !== currency)
    throw new AppError(
      'invalid_request',
      `The prices at the source are in ${document.currency}, and this store sells in ${currency}. Import into a store with the same currency.`,
    )
  if (options.template !== undefined) await writeTemplate(options.template, document)
  const { dryRun = false, overwrite = false } = options
  const own = await readAll(manage.listServers.each({ storeId }))
  const servers = new Map(own.map(({ name, id }) => [name.toLowerCase(), id]))
  for (const [name, id] of options.mapServer ?? []) servers.set(name.toLowerCase(), id)
  return describeImport(document, await sendImport(manage, document, { storeId, dryRun, overwrite, servers }), {
    dryRun,
  })
}

const commandsOf = async ({ commands }: Platform) => (commands === undefined ? new Map() : readCommandFile(commands))

/** The key is typed or piped in, so that neither the history of the shell nor a list of processes has it. */
async function withKey<T>(
  question: string,
  work: (key: string, onPage: (page: { number: number; last: number }) => void) => Promise<T>,
): Promise<T> {
  const prompt = openPrompt({ input: process.stdin, output: process.stderr })
  let key: string
  try {
    key = (await prompt.askSecret(question)).trim()
  } finally {
    prompt.close()
  }
  // A header cannot have other characters.
  if (!/^[\x21-\x7e]{1,500}$/.test(key))
    throw new AppError('invalid_request', 'That is not a key. Copy it again from the settings.')
  let progress: Progress | undefined
  return work(key, ({ last }) => (progress ??= startProgress('reading payments', last)).add(1))
}

function sayWait(seconds: number): void {
  process.stderr.write(`The platform asks to wait ${seconds} s.\n`)
}

async function writeTemplate(path: string, { products }: ImportDocument): Promise<void> {
  const missing = products.filter(({ commands }) => commands.approve.length === 0)
  const rows = missing.flatMap(({ sourceId, name }) =>
    ['approve', 'refund', 'expire'].map((stage) => [sourceId, name, stage, '']),
  )
  await writeFile(path, writeCsv([['product', 'name', 'stage', 'command'], ...rows]), { flag: 'wx' }).catch(
    (error: Error) => {
      throw new AppError('invalid_request', `${path} can't be written (${error.message}). Choose another name.`)
    },
  )
}
