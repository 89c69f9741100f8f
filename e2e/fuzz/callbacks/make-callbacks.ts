import { PROVIDERS, type ProviderName } from '../../../server/src/payments/provider.ts'
import { createRandom, type Random } from '../../kit/random.ts'
import type { Message } from '../message.ts'
import { alterCallback } from './alter-callback.ts'
import { type CallbackParts, toBytes } from './callback-parts.ts'
import type { CallbackSetup } from './callback-setup.ts'
import { createProviderAccounts, type ProviderAccount, type UnreportedPayment } from './provider-accounts.ts'
import { createSignedCallbacks, type SignedCallbacks } from './signed-callbacks.ts'
import { varyUnsignedParts } from './vary-unsigned-parts.ts'

/** `ignored`: may be answered with "nothing". `repeated`: was accepted before. `applied`: genuine and new. */
export type CallbackMessage = Message & {
  provider: ProviderName
  alteration: string
  expects: 'rejected' | 'ignored' | 'repeated' | 'applied'
  payment?: UnreportedPayment
}

const PAYMENTS_PER_PROVIDER = 10
const REPLAYS_PER_BATCH = 6
/** The product accepts a signature for 5 minutes. */
const SIGN_AGAIN_AFTER_MS = 100_000
const REPLAY_WITHIN_MS = 200_000

/** Makes batches of altered callbacks, each with a genuine one and with repetitions of accepted ones. */
export async function createCallbackMaker(setup: CallbackSetup) {
  const accounts = createProviderAccounts(setup)
  const payments: Record<ProviderName, UnreportedPayment[]> = { sandbox: [], stripe: [], mercadopago: [], paypal: [] }
  for (const name of PROVIDERS) {
    for (let i = 0; i < PAYMENTS_PER_PROVIDER; i++) payments[name].push(await accounts[name].pay())
  }
  const accepted: { message: CallbackMessage; at: number }[] = []
  let signed: SignedCallbacks | undefined
  let batches = 0

  async function make({ seed, count }: { seed: number; count: number }): Promise<CallbackMessage[]> {
    const random = createRandom(seed)
    // Drawn in every batch: the time of the next signing depends on the machine and must not change later decisions.
    const signing = random.fork()
    if (!signed || Date.now() - signed.signedAt > SIGN_AGAIN_AFTER_MS) {
      signed = await createSignedCallbacks({ accounts, payments, setup, random: signing })
    }
    const current = signed
    // The first batch begins with a genuine callback of every provider. In later batches they take turns.
    const names = batches === 0 ? [...PROVIDERS] : [PROVIDERS[batches % PROVIDERS.length] ?? 'sandbox']
    batches++
    const genuine = await Promise.all(names.map((name) => makeGenuine(accounts[name], random)))
    const altered = Array.from({ length: count }, () => makeAltered(current, random))
    return batches === 1 ? [...genuine, ...altered] : random.shuffle([...genuine, ...altered, ...pickReplays(random)])
  }

  function makeAltered(current: SignedCallbacks, random: Random): CallbackMessage {
    const account = accounts[random.pick(PROVIDERS)]
    const { family, alteration, isHarmless, parts } = alterCallback({ random, account, setup }, current)
    return toMessage(parts, { kind: family, alteration, expects: isHarmless ? 'ignored' : 'rejected' })
  }

  async function makeGenuine(account: ProviderAccount, random: Random): Promise<CallbackMessage> {
    const payment = await account.pay()
    const parts = await account.sign(payment)
    const varied = random.chance(0.5) ? varyUnsignedParts(parts, random) : parts
    return toMessage(varied, { kind: 'genuine', alteration: 'genuine', expects: 'applied', payment })
  }

  function pickReplays(random: Random): CallbackMessage[] {
    const recent = accepted.filter(({ at }) => Date.now() - at < REPLAY_WITHIN_MS)
    const chosen = random.shuffle(recent).slice(0, REPLAYS_PER_BATCH)
    return chosen.map(({ message }) => message)
  }

  return {
    make,
    /** Keeps an accepted callback, so that later batches repeat it: with the same bytes, and signed again. */
    async keepAccepted({ payment, ...message }: CallbackMessage): Promise<void> {
      const replay = { ...message, kind: 'replay', alteration: 'repeated', expects: 'repeated' as const }
      accepted.push({ message: replay, at: Date.now() })
      // MercadoPago identifies an event only by what it signs, so a new signature makes a new event.
      if (!payment || message.provider === 'mercadopago') return
      const parts = await accounts[message.provider].sign(payment)
      const signedAgain = { kind: 'replay', alteration: 'repeated, signed again', expects: 'repeated' as const }
      accepted.push({ message: toMessage(parts, signedAgain), at: Date.now() })
    },
  }
}

function toMessage(
  parts: CallbackParts,
  about: Pick<CallbackMessage, 'kind' | 'alteration' | 'expects' | 'payment'>,
): CallbackMessage {
  const { provider, method = 'POST', isBroken = false } = parts
  return { ...about, provider, bytes: toBytes(parts), methods: [method], answerRequired: !isBroken }
}
