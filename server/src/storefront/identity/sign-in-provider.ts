import type { Db, Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'

export type ProvenPlayer = { gameUserId: string; label: string | null }

/** One sign-in of a visitor. `state` and `verifier` are random and known to the visitor's browser only, by a cookie. */
export type SignIn = { storeId: StoreId; origin: string; state: string; verifier: string }

/** A service on whose page a visitor proves who they are. */
export type SignInProvider = {
  /** Whether the store can use the service. */
  isAvailable: (tx: Tx, storeId: StoreId) => Promise<boolean>
  /** The address of the page. Undefined if the store cannot use the service. */
  start: (db: Db, signIn: SignIn) => Promise<URL | undefined>
  /**
   * Verifies with what the visitor has come back. Throws `sign_in_failed` if it proves nothing, and `unavailable` if the service
   * does not answer.
   */
  finish: (db: Db, signIn: SignIn, answer: URLSearchParams) => Promise<ProvenPlayer>
}
