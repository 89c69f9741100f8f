import type { ProviderName } from '../../../server/src/payments/provider.ts'
import type { Random } from '../../kit/random.ts'
import { ADDRESS, QUERY, TYPE } from './alter-address.ts'
import { BODY, HUGE } from './alter-body.ts'
import { HEADERS } from './alter-headers.ts'
import { CERTIFICATE, CHECKSUM } from './alter-paypal.ts'
import { SIGNATURE } from './alter-signature.ts'
import { TIME } from './alter-time.ts'
import type { AlterationContext, Alterations } from './alteration.ts'
import { isEquivalent } from './is-equivalent.ts'
import type { AlteredCallback, SignedCallbacks } from './signed-callbacks.ts'
import { varyAnything } from './vary-unsigned-parts.ts'

type Family = {
  name: string
  weight: number
  alterations: Alterations
  only?: ProviderName
  isHarmless?: true
}

const FAMILIES: Family[] = [
  { name: 'body', weight: 26, alterations: BODY },
  { name: 'huge', weight: 0.2, alterations: HUGE },
  { name: 'signature', weight: 24, alterations: SIGNATURE },
  { name: 'time', weight: 8, alterations: TIME },
  { name: 'headers', weight: 14, alterations: HEADERS },
  { name: 'address', weight: 8, alterations: ADDRESS },
  { name: 'query', weight: 9, alterations: QUERY, only: 'mercadopago' },
  { name: 'type', weight: 1, alterations: TYPE, only: 'mercadopago', isHarmless: true },
  { name: 'certificate', weight: 24, alterations: CERTIFICATE, only: 'paypal' },
  { name: 'checksum', weight: 2, alterations: CHECKSUM, only: 'paypal', isHarmless: true },
]
const FORGED_SHARE = 0.2
const VARIED_SHARE = 0.2

/** The family and the name of every alteration. */
export const ALTERATIONS = FAMILIES.flatMap(({ name, alterations }) =>
  Object.keys(alterations).map((alteration) => `${name}: ${alteration}`),
)

/** Returns a callback that must not be accepted, and describes what is wrong with it. */
export function alterCallback(
  context: Omit<AlterationContext, 'genuine'>,
  { genuine, forged }: SignedCallbacks,
): AlteredCallback {
  const { random } = context
  const altered = random.chance(FORGED_SHARE) ? random.pick(forged) : alterGenuine({ ...context, genuine })
  return random.chance(VARIED_SHARE) ? { ...altered, parts: varyAnything(altered.parts, random) } : altered
}

function alterGenuine(context: AlterationContext): AlteredCallback {
  const { random, genuine, account } = context
  const families = FAMILIES.filter(({ only }) => only === undefined || only === account.provider)
  for (;;) {
    const original = random.pick(genuine)
    const { name: family, alterations, isHarmless = false } = pickByWeight(families, random)
    const [alteration, alter] = random.pick(Object.entries(alterations))
    const parts = { ...original, ...alter(original, context) }
    if (!isEquivalent(original, parts)) return { family, alteration, isHarmless, parts }
  }
}

function pickByWeight(families: Family[], random: Random): Family {
  let rest = random.between(
    0,
    families.reduce((sum, { weight }) => sum + weight, 0),
  )
  return families.find(({ weight }) => (rest -= weight) < 0) ?? random.pick(families)
}
