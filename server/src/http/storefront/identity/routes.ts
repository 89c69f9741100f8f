import type { FastifyInstance } from 'fastify'
import type { CheckoutParts } from '../checkout/form.ts'
import { serveCodes } from './code-pages.ts'
import { serveMe } from './me-pages.ts'
import { serveMinecraftHeads } from './minecraft-heads.ts'
import { serveSignIns } from './sign-in-pages.ts'
import { serveWho } from './who-pages.ts'

/** How visitors say or prove who they are. */
export function serveIdentity(app: FastifyInstance, parts: CheckoutParts): void {
  serveWho(app, parts)
  serveSignIns(app, parts)
  serveCodes(app, parts)
  serveMe(app, parts)
  serveMinecraftHeads(app, parts)
}
