import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Manage, ManageClient } from '@quartermaster/sdk'
import { AppError } from '../../errors.ts'
import { type Credentials, PROVIDERS, type ProviderName } from '../../payments/provider.ts'
import { addCommand, choice } from '../add-command.ts'
import { parseIdOf } from '../parse-option.ts'
import { formatTime, listOutput } from '../print.ts'
import { callStoreApi } from './owner-command.ts'
import { readAll } from './store-client.ts'

type AtProvider = { provider: ProviderName }

export function addPaymentCommands(program: Command): void {
  const group = program.command('payment').description('connect payment providers, and resolve parked payments')
  const providerOption = () => choice('--provider <name>', 'the payment provider', PROVIDERS).makeOptionMandatory()
  addConnect(group, providerOption())

  const disconnect = addCommand(
    group,
    'disconnect',
    'delete the credentials of a store at a provider',
    '--store sto_… --provider stripe',
  ).addOption(providerOption())
  callStoreApi<AtProvider>(disconnect, async ({ manage, storeId }, { provider }) => {
    await manage.disconnectPaymentProvider({ storeId, provider })
    return { json: { provider }, text: `Disconnected from ${provider}.` }
  })

  const list = addCommand(group, 'list', 'list the connected payment providers of a store', '--store sto_…')
  callStoreApi(list, async ({ manage, storeId }) =>
    listOutput(
      (await listProviders(manage, storeId)).filter(({ isConnected }) => isConnected),
      {
        provider: ({ name }) => name,
        connected: ({ connectedAt }) => formatTime(connectedAt),
        'callback address': ({ callbackUrl }) => callbackUrl,
      },
      'No payment provider is connected.',
    ),
  )

  addParked(group)
}

function addConnect(group: Command, providerOption: ReturnType<typeof choice>): void {
  const command = addCommand(
    group,
    'connect',
    'connect a store to a payment provider',
    '--store sto_… --provider stripe --credentials stripe.txt',
    '--store sto_… --provider sandbox',
  )
    .addOption(providerOption)
    .option(
      '--credentials <file>',
      'a file with lines such as secretKey=sk_live_…, or - for standard input; the sandbox needs none',
    )
  callStoreApi<AtProvider & { credentials?: string }>(command, async (call, { provider, credentials: file }) => {
    const { manage, storeId } = call
    await manage.connectPaymentProvider({ storeId, provider, credentials: readCredentials(provider, file) })
    const connected = (await listProviders(manage, storeId)).find(({ name }) => name === provider)
    const next = `npx quartermaster checkout open --store ${storeId} --provider sandbox --player 42 --product prd_…`
    const text =
      provider === 'sandbox'
        ? `Connected to the sandbox: players pay with play money.\nNext: ${next}`
        : `Connected to ${provider}. Enter this callback address there (docs/payments.md shows where):\n\n  ${connected?.callbackUrl}`
    return { json: connected ?? {}, text }
  })
}

async function listProviders(manage: ManageClient, storeId: string): Promise<Manage.PaymentProvider[]> {
  return (await manage.listPaymentProviders({ storeId })).items
}

/** Credentials are never options: shells keep a history, and other users of the machine see running commands. */
function readCredentials(provider: ProviderName, file: string | undefined): Credentials {
  if (file === undefined && provider === 'sandbox') return {}
  if (file === undefined) {
    throw new AppError('invalid_request', `${provider} needs --credentials <file>. docs/payments.md shows its fields.`)
  }
  const lines = readText(file)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const fields = lines.map((line) => {
    const [, name, value] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (name === undefined || value === undefined) {
      throw new AppError('invalid_request', 'Credentials must be lines such as secretKey=sk_live_….')
    }
    return [name, value]
  })
  return Object.fromEntries(fields) as Credentials
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError('invalid_request', `The file with the credentials cannot be read (${reason}).`, { cause: error })
  }
}

function addParked(group: Command): void {
  const parked = addCommand(group, 'parked', 'list payments that fit no checkout', '--store sto_…') //
    .option('--all', 'include payments that were resolved')
  callStoreApi<{ all?: boolean }>(parked, async ({ manage, storeId }, { all: includeResolved = false }) =>
    listOutput(
      await readAll(manage.listParkedPayments.each({ storeId, includeResolved, limit: 200 })),
      {
        parked: ({ id }) => id,
        since: ({ parkedAt }) => formatTime(parkedAt),
        provider: ({ provider }) => provider,
        reason: ({ reason }) => reason,
        payment: ({ providerPaymentId }) => providerPaymentId,
        checkout: ({ checkoutId }) => checkoutId,
        note: ({ resolutionNote }) => resolutionNote ?? '',
      },
      'No parked payments.',
    ),
  )

  const resolve = addCommand(
    group,
    'resolve',
    'resolve a parked payment with a note about what you did',
    '--store sto_… --parked prk_… --note "refunded at Stripe"',
  )
    .requiredOption('--parked <id>', 'the parked payment', parseIdOf('prk'))
    .requiredOption('--note <text>', 'what you did')
  callStoreApi<{ parked: string; note: string }>(
    resolve,
    async ({ manage, storeId }, { parked: parkedPaymentId, note }) => {
      await manage.resolveParkedPayment({ storeId, parkedPaymentId, note })
      return { json: { id: parkedPaymentId, resolutionNote: note }, text: 'Resolved.' }
    },
  )
}
