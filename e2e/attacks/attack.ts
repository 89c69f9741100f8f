import type { Random } from '../kit/random.ts'
import type { Defer } from '../kit/run-harness.ts'
import type { Server } from '../kit/start-server.ts'
import type { Product } from '../kit/start-product.ts'
import type { Owner, TestStore } from '../kit/test-store.ts'

/** Below it are the pages of stores. */
export const STOREFRONT_DOMAIN = 'stores.example'

export type Attack = {
  /** What the attacker wants, such as `take a live store's goods with a test card`. */
  name: string
  /** Returns how the attack succeeded, or undefined if it was stopped. Throws only if it could not be carried out. */
  run: (target: Target) => Promise<string | undefined>
}

type RequestFrom = RequestInit & {
  /** The address that the request comes from. The server trusts the harness as its proxy. */
  from?: string
}

/** A running product with an owner, as an attacker finds it. All attacks of a run share it. */
export type Target = Product & {
  /** The project, or an older version of it that is attacked instead. */
  root: string
  /** An owner who was not attacked yet. */
  createOwner: (place?: { url: string }) => Promise<Owner>
  createStore: (owner: Owner, options?: { mode: 'live' | 'test' }) => Promise<TestStore>
  /** Sends a request over HTTP. Redirects are not followed. */
  send: (path: string, request?: RequestFrom) => Promise<Response>
  /** Starts another server on the same database, with other settings. It stops after the attack. */
  startServer: (settings: Record<string, string>) => Promise<Server & { logFile: string }>
  random: Random
  /** Runs after the attack. */
  defer: Defer
}

/**
 * The product must refuse with this reason, which is compared with the code and the message of the error. Any other error
 * means that the attack could not be carried out.
 */
export async function refused(work: Promise<unknown>, reason: RegExp, how: string): Promise<string | undefined> {
  try {
    await work
  } catch (error) {
    const { code, message, cause } = error as { code?: string; message: string; cause?: { code?: string } }
    if (reason.test(`${code ?? cause?.code}: ${message}`)) return undefined
    throw error
  }
  return how
}
