import { PROVIDERS, type ProviderName } from '../../../server/src/payments/provider.ts'
import { createRandom, type Random } from '../../kit/random.ts'
import type { Sent } from '../judge.ts'
import { alter } from './alter.ts'
import { bytesOf, type CallbackParts } from './callback-parts.ts'
import { type Desk, type News, openDesks } from './desk.ts'
import type { World } from './open-world.ts'
import { type Pool, signPool } from './sign-pool.ts'
import { varyUnsigned } from './vary-unsigned.ts'

/**
 * `refused`: nobody may believe it. `unheard`: nothing may come of it. `repeated`: believed before. `believed`: genuine,
 * and told for the first time.
 */
export type CallbackSent = Sent & {
  provider: ProviderName
  alteration: string
  expects: 'refused' | 'unheard' | 'repeated' | 'believed'
  news?: News
}

const WAITING = 10
const REPLAYS = 6
/** What was signed is believed for 5 minutes. */
const POOL_MS = 100_000
const REPLAYED_MS = 200_000

/** Batches of altered callbacks. With each comes a genuine one, and some that were believed before are told again. */
export async function createCallbackMaker(world: World) {
  const desks = openDesks(world)
  const waiting: Record<ProviderName, News[]> = { sandbox: [], stripe: [], mercadopago: [], paypal: [] }
  for (const name of PROVIDERS) for (let i = 0; i < WAITING; i++) waiting[name].push(await desks[name].sell())
  const told: { sent: CallbackSent; at: number }[] = []
  let pool: Pool | undefined
  let batches = 0

  async function make({ seed, count }: { seed: number; count: number }): Promise<CallbackSent[]> {
    const random = createRandom(seed)
    // Taken every time: when a pool grows old is up to the machine, and must not change what follows.
    const signing = random.fork()
    if (!pool || Date.now() - pool.signedAt > POOL_MS) pool = await signPool({ desks, waiting, world, random: signing })
    const current = pool
    // In the first batch every provider has its turn, and in front: later ones take turns.
    const names = batches === 0 ? [...PROVIDERS] : [PROVIDERS[batches % PROVIDERS.length] ?? 'sandbox']
    batches++
    const genuine = await Promise.all(names.map((name) => tell(desks[name], random)))
    const altered = Array.from({ length: count }, () => makeAltered(current, random))
    if (batches === 1) return [...genuine, ...altered]
    return random.shuffle([...genuine, ...altered, ...replays(random)])
  }

  function makeAltered(current: Pool, random: Random): CallbackSent {
    const desk = desks[random.pick(PROVIDERS)]
    const { family, alteration, harmless, parts } = alter({ random, desk, world }, current)
    return toSent(parts, { kind: family, alteration, expects: harmless ? 'unheard' : 'refused' })
  }

  async function tell(desk: Desk, random: Random): Promise<CallbackSent> {
    const news = await desk.sell()
    const parts = await desk.sign(news)
    const sent = random.chance(0.5) ? varyUnsigned(parts, random) : parts
    return toSent(sent, { kind: 'genuine', alteration: 'genuine', expects: 'believed', news })
  }

  /** MercadoPago's events have no name but the one that is signed, so there only the very same bytes are a repetition. */
  function replays(random: Random): CallbackSent[] {
    const recent = told.filter(({ at }) => Date.now() - at < REPLAYED_MS)
    return random
      .shuffle(recent)
      .slice(0, REPLAYS)
      .map(({ sent }) => sent)
  }

  return {
    make,
    /** A genuine one was believed. */
    async remember({ news, ...sent }: CallbackSent): Promise<void> {
      const replay = { ...sent, kind: 'replay', alteration: 'told again', expects: 'repeated' as const }
      told.push({ sent: replay, at: Date.now() })
      if (!news || sent.provider === 'mercadopago') return
      const anew = await desks[sent.provider].sign(news)
      told.push({
        sent: toSent(anew, { kind: 'replay', alteration: 'told again, signed anew', expects: 'repeated' }),
        at: Date.now(),
      })
    },
  }
}

function toSent(
  parts: CallbackParts,
  about: Pick<CallbackSent, 'kind' | 'alteration' | 'expects' | 'news'>,
): CallbackSent {
  const { provider, method = 'POST', broken = false } = parts
  return {
    ...about,
    provider,
    bytes: bytesOf(parts),
    methods: [method],
    cuts: [],
    owed: !broken,
    ends: broken,
    abandons: false,
  }
}
