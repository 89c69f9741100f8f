import type { Random } from '../../kit/random.ts'
import type { CallbackParts } from './callback-parts.ts'
import type { Desk } from './desk.ts'
import type { World } from './open-world.ts'

export type AlterationContext = {
  random: Random
  desk: Desk
  world: World
  /** Callbacks of the same provider that would be believed. */
  genuine: CallbackParts[]
}

/** A way to alter a callback. What it gives may still mean the same; whoever asks looks at that. */
export type Alteration = {
  name: string
  alter: (parts: CallbackParts, context: AlterationContext) => CallbackParts
  /** What is altered is not signed, and must not matter: the answer may say that nothing came of it. */
  harmless?: boolean
}
