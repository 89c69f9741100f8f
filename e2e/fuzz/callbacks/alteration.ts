import type { Random } from '../../kit/random.ts'
import type { CallbackParts } from './callback-parts.ts'
import type { CallbackSetup } from './callback-setup.ts'
import type { ProviderAccount } from './provider-accounts.ts'

export type AlterationContext = {
  random: Random
  account: ProviderAccount
  setup: CallbackSetup
  /** Genuine callbacks of the same provider. */
  genuine: CallbackParts[]
}

/** Alters a callback. The result may still be equivalent; the caller checks that. */
export type Alter = (parts: CallbackParts, context: AlterationContext) => CallbackParts

/** Ways to alter a callback, by name. */
export type Alterations = Record<string, Alter>
