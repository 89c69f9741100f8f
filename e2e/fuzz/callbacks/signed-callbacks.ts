import { PROVIDERS, type ProviderName } from '../../../server/src/payments/provider.ts'
import type { Random } from '../../kit/random.ts'
import type { CallbackParts } from './callback-parts.ts'
import type { CallbackSetup } from './callback-setup.ts'
import { type Forgery, forgeSignatures } from './forge-signatures.ts'
import type { ProviderAccount, ProviderAccounts, UnreportedPayment } from './provider-accounts.ts'

type OfProvider = { genuine: CallbackParts[]; forged: Forgery[] }

/** Callbacks that were signed shortly before: genuine ones, and others with a signature that must be rejected. */
export type SignedCallbacks = { signedAt: number; of: Record<ProviderName, OfProvider> }

const DAY = 86_400
/** Longer than these callbacks are used, so that a signature from the future never becomes a current one. */
const MIN_LEAD = 300 + 400
const AGES = [301, 302, 330, 600, 3_600, DAY, 365 * DAY, 10 * 365 * DAY]
const LEADS = [MIN_LEAD, 3_600, DAY, 365 * DAY, 50 * 365 * DAY]

type Sources = {
  accounts: ProviderAccounts
  payments: Record<ProviderName, UnreportedPayment[]>
  setup: CallbackSetup
  random: Random
}

/** Signs in advance, because the signatures of PayPal are expensive. Alterations start from these callbacks. */
export async function createSignedCallbacks({ accounts, payments, setup, random }: Sources): Promise<SignedCallbacks> {
  const secrets = PROVIDERS.flatMap((name) => [accounts[name].secret, accounts[name].otherSecret])
  const sign = async (account: ProviderAccount): Promise<OfProvider> => {
    const genuine: CallbackParts[] = []
    const forged: Forgery[] = []
    for (const payment of payments[account.provider]) {
      const parts = await account.sign(payment)
      genuine.push(parts)
      forged.push(...forgeSignatures(parts, { account, setup }))
      for (const [alteration, at] of wrongTimes(random)) {
        forged.push({ family: 'time', alteration, parts: await account.sign(payment, { at }) })
      }
      for (const [alteration, secret] of wrongSecrets(account, secrets)) {
        forged.push({ family: 'secret', alteration, parts: await account.sign(payment, { secret }) })
      }
    }
    return { genuine, forged }
  }
  const signedAt = Date.now()
  const [sandbox, stripe, mercadopago, paypal] = await Promise.all([
    sign(accounts.sandbox),
    sign(accounts.stripe),
    sign(accounts.mercadopago),
    sign(accounts.paypal),
  ])
  return { signedAt, of: { sandbox, stripe, mercadopago, paypal } }
}

function wrongTimes(random: Random): [alteration: string, at: Date][] {
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000)
  return [
    ['signed too long ago', inSeconds(-random.pick(AGES))],
    ['signed too long ago', inSeconds(-random.integer(301, 100_000))],
    ['signed in the future', inSeconds(random.pick(LEADS))],
    ['signed in the future', inSeconds(random.integer(MIN_LEAD, 100_000))],
    ['signed in 1970', new Date(0)],
  ]
}

function wrongSecrets({ provider, secret, otherSecret, notSecrets }: ProviderAccount, secrets: string[]) {
  const ofOthers = secrets.filter((other) => other !== secret && other !== otherSecret)
  const withoutPrefix = secret.replace(/^whsec_/, '')
  const otherCase = secret === secret.toUpperCase() ? secret.toLowerCase() : secret.toUpperCase()
  const found: [alteration: string, secret: string][] = [
    ['signed with the secret of another store', otherSecret],
    ...ofOthers.map((other): [string, string] => ['signed with the secret of another provider', other]),
    ...notSecrets.map((other): [string, string] => ['signed with another value of the account', other]),
    ['signed with an empty secret', ''],
    ['signed with a truncated secret', secret.slice(0, -4)],
    ['signed with the secret in another case', otherCase],
    ['signed with the secret without its prefix', withoutPrefix === secret ? secret.slice(1) : withoutPrefix],
    ['signed with the name of the provider', provider],
  ]
  return found
}
