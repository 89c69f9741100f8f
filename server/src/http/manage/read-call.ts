import type { FastifyRequest } from 'fastify'
import { requireRecentAuthentication } from '../../accounts/sessions/authenticate-session.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import type { RouteDefinition } from './describe-route.ts'
import { readParams } from '../json-api/params.ts'
import { readExpectedVersion, requireReadable } from '../json-api/read-request.ts'

type Principal = NonNullable<FastifyRequest['principal']>
export type ReadCall = {
  principal: Principal
  callerId: string
  storeId: StoreId
  params: { storeId: StoreId }
  query: unknown
  body: unknown
  expectVersion: { expectVersion?: number }
  requireProof: () => void
}

export function readCall(request: FastifyRequest, route: RouteDefinition): ReadCall {
  const { principal } = request
  if (!principal) throw new AppError('unauthorized', 'Sign in first.')
  requireReadable(request, route)
  const params = readParams<'/:storeId'>(request.params as Record<string, string>)
  return {
    principal,
    callerId: callerIdOf(principal),
    storeId: params.storeId,
    params,
    query: request.query,
    body: request.body,
    expectVersion: readExpectedVersion(request, route),
    requireProof: () => requireProofOf(principal),
  }
}

/** Tokens and the command line of the machine have no session that could be stolen. */
export function requireProofOf(principal: Principal): void {
  if (principal.kind === 'account') requireRecentAuthentication(principal)
}

function callerIdOf(principal: Principal): string {
  if (principal.kind === 'command_line') return principal.name
  return principal.kind === 'token' ? principal.tokenId : principal.accountId
}
