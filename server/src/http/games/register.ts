import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { GatewayDb } from '../../db/database.ts'
import { isDatabaseUnavailable } from '../../db/retry-while-unavailable.ts'
import { markSeenBefore } from '../../delivery/queue/mark-dispatched.ts'
import { endTurn } from '../../delivery/queue/select-for-mta.ts'
import { rulesOf } from '../../game-servers/profiles/profile-rules.ts'
import { registerInit } from '../../game-servers/register-init.ts'

/** Known clients do not retry a failed init, so the response does not wait longer than this for the database. */
const MAX_WAIT_MS = 1_000

/** Stores the address and the port of a game server. An outage of the database does not fail the request. */
export async function register(gateway: GatewayDb, request: FastifyRequest, port: number | undefined): Promise<void> {
  const { caller, fromCache, identity } = request
  if (fromCache) return
  const stored = store().catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error
  })
  await Promise.race([stored, sleep(MAX_WAIT_MS, undefined, { ref: false })])

  async function store(): Promise<void> {
    await registerInit(gateway, { ...caller, port, address: identity.address })
    const { looksAtOne, stopsAtDeliveries } = rulesOf(caller.profile)
    if (looksAtOne) await endTurn(gateway, caller)
    if (stopsAtDeliveries) await markSeenBefore(gateway, caller)
  }
}
