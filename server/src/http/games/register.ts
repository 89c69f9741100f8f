import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../../db/retry-while-unavailable.ts'
import type { GatewayDb } from '../../db/database.ts'
import { registerInit } from '../../game-servers/register-init.ts'

/** A failed init is final for known clients: it does not wait longer than this for its port to be written down. */
const WRITTEN_WITHIN_MS = 1_000

/** Writes down where a game server can be found. */
export async function register(gateway: GatewayDb, request: FastifyRequest, port: number | undefined): Promise<void> {
  const { caller, fromMemory, ip: address } = request
  const written = fromMemory ? undefined : registerInit(gateway, { ...caller, port, address }).catch(passWhenAway)
  await Promise.race([written, sleep(WRITTEN_WITHIN_MS, undefined, { ref: false })])
}

/** Nor does it fail for want of that. */
function passWhenAway(error: unknown): void {
  if (!isDatabaseUnavailable(error)) throw error
}
