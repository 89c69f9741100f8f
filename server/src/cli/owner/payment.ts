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
        mode: ({ mode }) => mode ?? 'not checked',
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
  callStoreApi<AtProvider & { credentials?: string }>(command, async ({ manage, storeId }, options) => {
    const { provider, credentials: file, json } = options
    const find = async () => (await listProviders(manage, storeId)).find(({ name }) => name === provider)
    const before = await find()
    if (file === undefined && provider !== 'sandbox') throw needsCredentials(provider, before)
    // First, because some credentials are shown only after the provider knows this address.
    if (provider !== 'sandbox' && json !== true) console.error(`The callback address is ${before?.callbackUrl}\n`)
    const credentials = file === undefined ? {} : readCredentials(file)
    await manage.connectPaymentProvider({ storeId, provider, credentials })
    const connected = await find()
    return { json: connected ?? {}, text: describeConnected(storeId, { credentials, connected }) }
  })
}

function needsCredentials(provider: ProviderName, at: Manage.PaymentProvider | undefined): AppError {
  const fields = (at?.fields ?? []).map(
    ({ name, description, isOptional }) => `\n  ${name}${isOptional ? ' (optional)' : ''}: ${description}`,
  )
  return new AppError(
    'invalid_request',
    `${provider} needs --credentials <file>, with a line name=value for each field:${fields.join('')}\nIts callback address is ${at?.callbackUrl}`,
  )
}

function describeConnected(
  storeId: string,
  { credentials, connected }: { credentials: Credentials; connected: Manage.PaymentProvider | undefined },
): string {
  if (connected?.name === 'sandbox') {
    const next = `npx quartermaster checkout open --store ${storeId} --provider sandbox --player 42 --product prd_…`
    return `Connected to the sandbox: players pay with play money.\nNext: ${next}`
  }
  const hasCreated = connected?.fields.some(({ name, isOptional }) => isOptional && credentials[name] === undefined)
  const webhook = hasCreated ? 'created at the provider' : 'enter the address there, if you have not done so'
  return `Connected to ${connected?.name}, in ${connected?.mode} mode.\nWebhook: ${webhook}. docs/payments.md shows where.\n\n  ${connected?.callbackUrl}`
}

async function listProviders(manage: ManageClient, storeId: string): Promise<Manage.PaymentProvider[]> {
  return (await manage.listPaymentProviders({ storeId })).items
}

/** Credentials are never options: shells keep a history, and other users of the machine see running commands. */
function readCredentials(file: string): Credentials {
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
