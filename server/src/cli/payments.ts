import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { AppError } from '../errors.ts'
import { formatId, type ParkedId } from '../ids.ts'
import { type Credentials, PROVIDERS, type ProviderName } from '../payments/provider.ts'
import { aboutStore, type InStore, withStore } from './desk/with-desk.ts'
import { moment, print, table } from './print.ts'
import { readParkedId } from './read-id.ts'

type AtProvider = InStore & { provider: ProviderName }

export function paymentsCommand(): Command {
  const command = new Command('payments').description('payment providers of a store, and payments that do not fit')
  for (const subcommand of [connectCommand(), disconnectCommand(), listCommand(), parkedCommand(), resolveDelivery()]) {
    command.addCommand(subcommand)
  }
  return command
}

const provider = () => new Option('--provider <name>', 'payment provider').choices(PROVIDERS).makeOptionMandatory()

function connectCommand(): Command {
  const command = new Command('connect')
    .description('connect a store to a payment provider; credentials are read from a file, one name=value a line')
    .addOption(provider())
    .option('--credentials <file>', 'file to read, or - for standard input; the sandbox needs none')
    .addHelpText(
      'after',
      "\nExample:\n  printf 'secretKey=sk_live_…\\nwebhookSecret=whsec_…' | npx quartermaster payments connect --store sto_… --provider stripe --credentials -",
    )
  return aboutStore(command).action(async (options: AtProvider & { credentials?: string }) => {
    const { provider: name, credentials: file, json } = options
    const credentials = credentialsFor(name, file)
    const shown = await withStore(options, async ({ payments }, storeId) => {
      const { callbackUrl } = await payments.connect({ storeId, provider: name, credentials })
      return { storeId: formatId('sto', storeId), provider: name, callbackUrl }
    })
    print(json, shown, () =>
      name === 'sandbox'
        ? `Connected to the sandbox: players of this store pay play money.\nNext: npx quartermaster checkout open --store ${shown.storeId} --provider sandbox --player 42 --product prd_…`
        : `Connected to ${name}. Have it call this address about payments, refunds and disputes (docs/payments.md says where):\n\n  ${shown.callbackUrl}`,
    )
  })
}

function credentialsFor(name: ProviderName, file: string | undefined): Credentials {
  if (file !== undefined) return readCredentials(file)
  if (name === 'sandbox') return {}
  throw new AppError('invalid_request', `${name} needs --credentials <file>; docs/payments.md says what goes in`)
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
  const command = new Command('disconnect')
    .description('forget the credentials of a store at a provider')
    .addOption(provider())
    .addHelpText('after', '\nExample:\n  npx quartermaster payments disconnect --store sto_… --provider stripe')
  return aboutStore(command).action(async ({ provider: name, json, ...options }: AtProvider) => {
    const shown = await withStore(options, async (desk, storeId) => {
      await desk.payments.disconnect({ storeId, provider: name })
      return { storeId: formatId('sto', storeId), provider: name }
    })
    print(json, shown, () => `Disconnected from ${name}.`)
  })
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list the providers that a store is connected to')
    .addHelpText('after', '\nExample:\n  npx quartermaster payments list --store sto_…')
  return aboutStore(command).action(async ({ json, ...options }: InStore) => {
    const providers = await withStore(options, (desk, storeId) => desk.payments.list(storeId))
    print(json, { providers }, () =>
      table(
        ['provider', 'since', 'calls'],
        providers.map((account) => [account.provider, moment(account.updatedAt), account.callbackUrl]),
      ),
    )
  })
}

function parkedCommand(): Command {
  const command = new Command('parked')
    .description('list payments that do not fit their checkout and wait for a person')
    .option('--all', 'those that were dealt with, too')
    .addHelpText('after', '\nExample:\n  npx quartermaster payments parked --store sto_…')
  return aboutStore(command).action(async ({ all, json, ...options }: InStore & { all?: boolean }) => {
    const settled = all === true
    const shown = await withStore(options, (desk, storeId) => desk.payments.parked({ storeId, settled }))
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
          p.resolutionNote ?? '',
        ]),
      ),
    )
  })
}

function resolveDelivery(): Command {
  const command = new Command('settle')
    .description('note that a parked payment was dealt with, and how')
    .requiredOption('--parked <id>', 'what was parked', readParkedId)
    .requiredOption('--note <text>', 'what you did')
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster payments settle --store sto_… --parked prk_… --note "refunded at Stripe"',
    )
  return aboutStore(command).action(
    async ({ parked: parkedId, note, json, ...options }: InStore & { parked: ParkedId; note: string }) => {
      await withStore(options, (desk, storeId) => desk.payments.settle({ storeId, parkedId, note }))
      print(json, { id: formatId('prk', parkedId), note }, () => 'Noted.')
    },
  )
}
