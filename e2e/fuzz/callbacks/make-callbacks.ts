import { createRandom, type Random } from '../../kit/random.ts'
import type { Message } from '../message.ts'
import { alterCallback } from './alter-callback.ts'
import { toMessage } from './callback-parts.ts'
import type { CallbackSetup } from './callback-setup.ts'
import { createProviderAccounts, type ProviderAccount, type UnreportedPayment } from './provider-accounts.ts'
import { createSignedCallbacks, type SignedCallbacks } from './signed-callbacks.ts'
import { varyUnsignedParts } from './vary-unsigned-parts.ts'

/** `ignored`: may be answered with "nothing". `repeated`: was accepted before. `applied`: genuine and new. */
export type CallbackMessage = Message & {
  account: ProviderAccount
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
  const secrets = accounts.flatMap(({ secret, otherSecret }) => [secret, otherSecret])
  const payments = new Map<ProviderAccount, UnreportedPayment[]>()
  for (const account of accounts) {
    payments.set(account, await Array.fromAsync({ length: PAYMENTS_PER_PROVIDER }, () => account.pay()))
  }
  const accepted: { message: CallbackMessage; at: number }[] = []
  let signed: { account: ProviderAccount; callbacks: SignedCallbacks }[] = []
  let signedAt = 0
  let batches = 0

  async function make({ seed, count }: { seed: number; count: number }): Promise<CallbackMessage[]> {
    const random = createRandom(seed)
    // Drawn in every batch: the time of the next signing depends on the machine and must not change later decisions.
    await signAgain(random.fork())
    // The first batch begins with a genuine callback of every provider. In later batches they take turns.
    const isFirst = batches === 0
    const reporting = accounts.filter((_, i) => isFirst || i === batches % accounts.length)
    batches++
    const genuine = await Promise.all(reporting.map((account) => makeGenuine(account, random)))
    const altered = Array.from({ length: count }, () => makeAltered(random))
    return isFirst ? [...genuine, ...altered] : random.shuffle([...genuine, ...altered, ...pickReplays(random)])
  }

  async function signAgain(random: Random): Promise<void> {
    if (Date.now() - signedAt < SIGN_AGAIN_AFTER_MS) return
    signedAt = Date.now()
    signed = await Array.fromAsync(accounts, async (account) => {
      const sources = { payments: payments.get(account) ?? [], secrets, providers: setup, random }
      return { account, callbacks: await createSignedCallbacks(account, sources) }
    })
  }

  function makeAltered(random: Random): CallbackMessage {
    const { account, callbacks } = random.pick(signed)
    const { family, alteration, isHarmless, parts } = alterCallback({ random, account, setup }, callbacks)
    return { ...toMessage(parts), account, kind: family, alteration, expects: isHarmless ? 'ignored' : 'rejected' }
  }

  async function makeGenuine(account: ProviderAccount, random: Random): Promise<CallbackMessage> {
    const payment = await account.pay()
    const parts = await account.sign(payment)
    const varied = random.chance(0.5) ? varyUnsignedParts(parts, random) : parts
    return { ...toMessage(varied), account, kind: 'genuine', alteration: 'genuine', expects: 'applied', payment }
  }

  function pickReplays(random: Random): CallbackMessage[] {
    const recent = accepted.filter(({ at }) => Date.now() - at < REPLAY_WITHIN_MS)
    const chosen = random.shuffle(recent).slice(0, REPLAYS_PER_BATCH)
    return chosen.map(({ message }) => message)
  }

  /** Keeps an accepted callback, so that later batches repeat it: with the same bytes, and signed again. */
  async function keepAccepted({ payment, ...message }: CallbackMessage): Promise<void> {
    const { account } = message
    const replay = { account, kind: 'replay', alteration: 'repeated', expects: 'repeated' as const }
    accepted.push({ message: { ...message, ...replay }, at: Date.now() })
    // MercadoPago identifies an event only by what it signs, so a new signature makes a new event.
    if (!payment || account.provider === 'mercadopago') return
    const again = toMessage(await account.sign(payment))
    accepted.push({ message: { ...replay, ...again, alteration: 'repeated, signed again' }, at: Date.now() })
  }

  return { make, keepAccepted }
}
