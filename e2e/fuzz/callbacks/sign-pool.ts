import { PROVIDERS, type ProviderName } from '../../../server/src/payments/provider.ts'
import type { Random } from '../../kit/random.ts'
import type { CallbackParts } from './callback-parts.ts'
import type { Desk, News } from './desk.ts'
import { forge, type Forged } from './forge.ts'
import type { World } from './open-world.ts'

/** What was signed just now: callbacks that would be believed, and others that carry a signature nobody may believe. */
export type Pool = { signedAt: number; of: Record<ProviderName, { genuine: CallbackParts[]; forged: Forged[] }> }

const DAY = 86_400
/** Further than a pool is old when it is replaced, or a callback from the future would have become a present one. */
const AHEAD = 300 + 400
const AGES = [301, 302, 330, 600, 3_600, DAY, 365 * DAY, 10 * 365 * DAY]
const LEADS = [AHEAD, 3_600, DAY, 365 * DAY, 50 * 365 * DAY]

/** Signing is dear for PayPal, so it is done ahead, and alterations are made of what is here. */
export async function signPool({ desks, waiting, world, random }: PoolParts): Promise<Pool> {
  const secrets = PROVIDERS.flatMap((name) => [desks[name].secret, desks[name].otherSecret])
  const of = async (desk: Desk) => {
    const genuine: CallbackParts[] = []
    const forged: Forged[] = []
    for (const news of waiting[desk.provider]) {
      const parts = await desk.sign(news)
      genuine.push(parts)
      forged.push(...forge(parts, { desk, world }))
      for (const [alteration, at] of wrongMoments(random)) {
        forged.push({ family: 'time', alteration, parts: await desk.sign(news, { at }) })
      }
      for (const [alteration, secret] of wrongSecrets(desk, secrets)) {
        forged.push({ family: 'secret', alteration, parts: await desk.sign(news, { secret }) })
      }
    }
    return { genuine, forged }
  }
  const signedAt = Date.now()
  const [sandbox, stripe, mercadopago, paypal] = await Promise.all([
    of(desks.sandbox),
    of(desks.stripe),
    of(desks.mercadopago),
    of(desks.paypal),
  ])
  return { signedAt, of: { sandbox, stripe, mercadopago, paypal } }
}

export type PoolParts = {
  desks: Record<ProviderName, Desk>
  waiting: Record<ProviderName, News[]>
  world: World
  random: Random
}

function wrongMoments(random: Random): [alteration: string, at: Date][] {
  const seconds = (by: number) => new Date(Date.now() + by * 1000)
  return [
    ['signed too long ago', seconds(-random.pick(AGES))],
    ['signed too long ago', seconds(-random.integer(301, 100_000))],
    ['signed in the future', seconds(random.pick(LEADS))],
    ['signed in the future', seconds(random.integer(AHEAD, 100_000))],
    ['signed at the beginning of time', new Date(0)],
  ]
}

function wrongSecrets({ provider, secret, otherSecret, notSecrets }: Desk, secrets: string[]): [string, string][] {
  const strangers = secrets.filter((other) => other !== secret && other !== otherSecret)
  const bare = secret.replace(/^whsec_/, '')
  return [
    ["signed with another store's secret", otherSecret],
    ...strangers.map((other): [string, string] => ["signed with another provider's secret", other]),
    ...notSecrets.map((other): [string, string] => ['signed with what is no secret', other]),
    ['signed with nothing', ''],
    ['signed with a cut secret', secret.slice(0, -4)],
    [
      'signed with the secret in another case',
      secret === secret.toUpperCase() ? secret.toLowerCase() : secret.toUpperCase(),
    ],
    ['signed with the secret without its prefix', bare === secret ? secret.slice(1) : bare],
    ['signed with the name of the provider', provider],
  ]
}
