import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { AppError } from '../errors.ts'
import { formatId, type ParkedId, type StoreId } from '../ids.ts'
import { connectAccount } from '../payments/connect-account.ts'
import { disconnectAccount } from '../payments/disconnect-account.ts'
import { listAccounts } from '../payments/list-accounts.ts'
import { listParked } from '../payments/list-parked.ts'
import { type Credentials, PROVIDERS, type ProviderName } from '../payments/provider.ts'
import { sandboxCredentials } from '../payments/sandbox/sandbox-credentials.ts'
import { settleParked } from '../payments/settle-parked.ts'
import { byHand } from './by-hand.ts'
import { moment, print, table } from './print.ts'
import { readParkedId, readStoreId } from './read-id.ts'
import { withDatabase } from './with-database.ts'
import { withPayments } from './with-payments.ts'

type Json = { json?: boolean }
type InStore = Json & { store: StoreId }

export function paymentsCommand(): Command {
  const command = new Command('payments').description('payment providers of a store, and payments that do not fit')
  for (const subcommand of [connectCommand(), disconnectCommand(), listCommand(), parkedCommand(), settleCommand()]) {
    command.addCommand(subcommand)
  }
  return command
}

const provider = () => new Option('--provider <name>', 'payment provider').choices(PROVIDERS).makeOptionMandatory()

function connectCommand(): Command {
  return new Command('connect')
    .description('connect a store to a payment provider; credentials are read from a file, one name=value a line')
    .requiredOption('--store <id>', 'store', readStoreId)
    .addOption(provider())
    .option('--credentials <file>', 'file to read, or - for standard input; the sandbox needs none')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      "\nExample:\n  printf 'secretKey=sk_live_…\\nwebhookSecret=whsec_…' | npx quartermaster payments connect --store sto_… --provider stripe --credentials -",
    )
    .action(
      async ({
        store,
        provider: name,
        credentials,
        json,
      }: InStore & { provider: ProviderName; credentials?: string }) => {
        const callbackUrl = await withPayments(async ({ accounts, sealer, publicUrl }, { app }) => {
          const adapter = await accounts.provider(name)
          const entered = credentials === undefined ? playMoney(name, store) : readCredentials(credentials)
          const deed = { storeId: store, action: 'connectPaymentProvider', subject: name }
          const account = { sealer, storeId: store, provider: adapter, credentials: entered }
          await byHand(app, deed, (tx) => connectAccount(tx, account))
          return `${publicUrl}/api/payments/1.0/${name}/${formatId('sto', store)}`
        })
        const shown = { storeId: formatId('sto', store), provider: name, callbackUrl }
        print(json, shown, () =>
          name === 'sandbox'
            ? `Connected to the sandbox: players of this store pay play money.\nNext: npx quartermaster checkout open --store ${shown.storeId} --provider sandbox --player 42 --product prd_…`
            : `Connected to ${name}. Have it call this address about payments, refunds and disputes (docs/payments.md says where):\n\n  ${callbackUrl}`,
        )
      },
    )
}

function playMoney(name: ProviderName, store: StoreId): Credentials {
  if (name !== 'sandbox')
    throw new AppError('invalid_request', `${name} needs --credentials <file>; docs/payments.md says what goes in`)
  return sandboxCredentials(store)
}

/** Not from the command line: what is typed there is kept in histories and shown to every user of the machine. */
function readCredentials(file: string): Credentials {
  const lines = readFileSync(file === '-' ? 0 : file, 'utf8').split(/\r?\n/)
  const pairs = lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line))
  return Object.fromEntries(
    pairs.map((match) => {
      if (!match) throw new AppError('invalid_request', 'Credentials are lines like secretKey=sk_live_…')
      return [match[1] ?? '', match[2] ?? '']
    }),
  )
}

function disconnectCommand(): Command {
  return new Command('disconnect')
    .description('forget the credentials of a store at a provider')
    .requiredOption('--store <id>', 'store', readStoreId)
    .addOption(provider())
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster payments disconnect --store sto_… --provider stripe')
    .action(async ({ store, provider: name, json }: InStore & { provider: ProviderName }) => {
      const deed = { storeId: store, action: 'disconnectPaymentProvider', subject: name }
      await withDatabase(({ app }) =>
        byHand(app, deed, (tx) => disconnectAccount(tx, { storeId: store, provider: name })),
      )
      print(json, { storeId: formatId('sto', store), provider: name }, () => `Disconnected from ${name}.`)
    })
}

function listCommand(): Command {
  return new Command('list')
    .description('list the providers that a store is connected to')
    .requiredOption('--store <id>', 'store', readStoreId)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster payments list --store sto_…')
    .action(async ({ store, json }: InStore) => {
      const providers = await withDatabase(({ app }) => listAccounts(app, store))
      print(json, { providers }, () =>
        table(
          ['provider', 'sealed with', 'since'],
          providers.map((account) => [account.provider, account.keyId, moment(account.updatedAt)]),
        ),
      )
    })
}

function parkedCommand(): Command {
  return new Command('parked')
    .description('list payments that do not fit their checkout and wait for a person')
    .requiredOption('--store <id>', 'store', readStoreId)
    .option('--all', 'those that were dealt with, too')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster payments parked --store sto_…')
    .action(async ({ store, all, json }: InStore & { all?: boolean }) => {
      const parked = await withDatabase(({ app }) => listParked(app, { storeId: store, settled: all === true }))
      const shown = parked.map(({ id, checkoutId, ...rest }) => ({
        id: formatId('prk', id),
        checkoutId: checkoutId === null ? null : formatId('chk', checkoutId),
        ...rest,
      }))
      print(json, { parked: shown }, () =>
        table(
          ['parked', 'since', 'provider', 'why', 'payment', 'checkout', 'note'],
          shown.map((p) => [
            p.id,
            moment(p.parkedAt),
            p.provider,
            p.reason,
            p.subject,
            p.checkoutId ?? '-',
            p.settledNote ?? '',
          ]),
        ),
      )
    })
}

function settleCommand(): Command {
  return new Command('settle')
    .description('note that a parked payment was dealt with, and how')
    .requiredOption('--store <id>', 'store', readStoreId)
    .requiredOption('--parked <id>', 'what was parked', readParkedId)
    .requiredOption('--note <text>', 'what you did')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster payments settle --store sto_… --parked prk_… --note "refunded at Stripe"',
    )
    .action(async ({ store, parked, note, json }: InStore & { parked: ParkedId; note: string }) => {
      const deed = { storeId: store, action: 'settleParkedPayment', subject: formatId('prk', parked) }
      await withDatabase(({ app }) =>
        byHand(app, deed, (tx) => settleParked(tx, { storeId: store, parkedId: parked, note })),
      )
      print(json, { id: formatId('prk', parked), note }, () => 'Noted.')
    })
}
