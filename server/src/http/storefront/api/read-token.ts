import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../errors.ts'
import { soleHeader } from '../../sole-header.ts'

/** The token of a basket or an order. It is never in the URL, where logs and other websites could see it. */
export function readToken({ raw }: FastifyRequest): string {
  const header = soleHeader(raw.rawHeaders, 'authorization')
  const [, token] = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(header ?? '') ?? []
  if (token === undefined)
    throw new AppError('unauthorized', 'Send the token of the basket or the order as "Authorization: Bearer …".')
  return token
}
