import type { Random } from '../../kit/random.ts'
import { ADDRESS, QUERY } from './alter-address.ts'
import { BODY, HUGE } from './alter-body.ts'
import { CERTIFICATE } from './alter-certificate.ts'
import { CHECKSUM } from './alter-checksum.ts'
import { HEADERS } from './alter-headers.ts'
import { SIGNATURE } from './alter-signature.ts'
import { TIME } from './alter-time.ts'
import type { Alteration, AlterationContext } from './alteration.ts'
import type { CallbackParts } from './callback-parts.ts'
import { meansTheSame } from './means-the-same.ts'
import type { Pool } from './sign-pool.ts'
import { varyUnsignedOddly } from './vary-unsigned.ts'

export type Altered = { family: string; alteration: string; harmless: boolean; parts: CallbackParts }

type Family = { name: string; weight: number; alterations: Alteration[]; only?: CallbackParts['provider'] }

const FAMILIES: Family[] = [
  { name: 'body', weight: 26, alterations: BODY },
  { name: 'huge', weight: 0.2, alterations: HUGE },
  { name: 'signature', weight: 24, alterations: SIGNATURE },
  { name: 'time', weight: 8, alterations: TIME },
  { name: 'headers', weight: 14, alterations: HEADERS },
  { name: 'address', weight: 8, alterations: ADDRESS },
  { name: 'query', weight: 10, alterations: QUERY, only: 'mercadopago' },
  { name: 'certificate', weight: 24, alterations: CERTIFICATE, only: 'paypal' },
  { name: 'checksum', weight: 2, alterations: CHECKSUM, only: 'paypal' },
]
/** How often one is taken that was signed wrongly when the pool was made. */
const FORGED = 0.2
const VARIED = 0.2

/** A callback that nobody may believe, and what was done to it. */
export function alter(context: Omit<AlterationContext, 'genuine'>, pool: Pool): Altered {
  const { random, desk } = context
  const { genuine, forged } = pool.of[desk.provider]
  const altered = random.chance(FORGED)
    ? { ...random.pick(forged), harmless: false }
    : alterGenuine({ ...context, genuine })
  return random.chance(VARIED) ? { ...altered, parts: varyUnsignedOddly(altered.parts, random) } : altered
}

function alterGenuine(context: AlterationContext): Altered {
  const { random, genuine, desk } = context
  const families = FAMILIES.filter(({ only }) => only === undefined || only === desk.provider)
  for (;;) {
    const original = random.pick(genuine)
    const { name: family, alterations } = pickByWeight(families, random)
    const { name: alteration, harmless = false, alter: apply } = random.pick(alterations)
    const parts = apply(original, context)
    if (!meansTheSame(original, parts)) return { family, alteration, harmless, parts }
  }
}

function pickByWeight(families: Family[], random: Random): Family {
  let left = random.between(
    0,
    families.reduce((sum, { weight }) => sum + weight, 0),
  )
  for (const family of families) {
    left -= family.weight
    if (left < 0) return family
  }
  return random.pick(families)
}
