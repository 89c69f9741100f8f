import { PassThrough, type Readable } from 'node:stream'
import { ExportStoreBody } from '@quartermaster/contract/manage-portable'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Actor } from '../../../access/member.ts'
import { readVersion } from '../../../config/read-version.ts'
import { AppError } from '../../../errors.ts'
import { formatId } from '../../../ids.ts'
import { writeStore } from '../../../portable/export-store.ts'
import { createTokenBuckets } from '../../token-buckets.ts'
import type { ManageApi } from '../manage-api.ts'
import type { ReadCall } from '../read-call.ts'
import { createTransferSlots } from './transfer-slots.ts'

const MAX_PER_HOUR = 4
/** An export keeps a transaction open, and PostgreSQL cleans no table while one is older than the rows to remove. */
const MAX_DURATION_MS = 60 * 60_000
const ZIP = 'application/zip'

export function exportStoreRoute({ store, parts }: ManageApi, logger: Pick<FastifyBaseLogger, 'warn'>): void {
  const downloads = createTokenBuckets({ perSecond: MAX_PER_HOUR / 3_600, burst: MAX_PER_HOUR })
  const slots = createTransferSlots()

  /** The response starts when the archive does, so an error before that is an ordinary response, and a later one breaks the download. */
  async function sendFile(request: FastifyRequest, reply: FastifyReply, { storeId, callerId, body }: ReadCall) {
    const free = slots.take(callerId)
    const { passphrase } = body as Static<typeof ExportStoreBody>
    const started = Promise.withResolvers<Readable>()
    const output = new PassThrough()
    const timer = setTimeout(() => output.destroy(new Error('the download took too long')), MAX_DURATION_MS)
    void writeStore(parts.databaseUrl, {
      storeId,
      sealer: parts.sealer,
      readPassphrase: async () => passphrase,
      version: readVersion(),
      isLimited: true,
      open() {
        started.resolve(output)
        return output
      },
    })
      .catch((error: unknown) => {
        started.reject(error)
        logger.warn({ requestId: request.id, err: error }, 'the download of a store has ended early')
      })
      .finally(() => {
        clearTimeout(timer)
        free()
      })
    const archive = await started.promise
    const name = `${formatId('sto', storeId)}-${new Date().toISOString().slice(0, 10)}.zip`
    return reply
      .header('content-type', ZIP)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(archive)
  }

  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/export',
      operationId: 'exportStore',
      summary: 'Download everything',
      description:
        `The response is a zip with everything that belongs to the store, which \`importStore\` and \`quartermaster store import\` read. Only an owner can download it, at most ${MAX_PER_HOUR} times an hour. ` +
        'The archive is complete if the response ends without an error.',
      permission: 'store:write',
      requiresRecentAuthentication: true,
      body: ExportStoreBody,
      response: null,
      file: ZIP,
      isStreamed: true,
      sendFile,
    },
    async ({ storeId, actor }) => {
      requireOwner(actor)
      slots.requireFree(actor.id)
      downloads.take(storeId)
    },
  )
}

/** The archive has every credential and every player, so it is neither for tokens nor for operators, who have the command. */
function requireOwner(actor: Actor): asserts actor is Actor & { kind: 'member' } {
  if (actor.kind === 'member' && actor.role === 'owner') return
  throw new AppError('forbidden', 'Only an owner of the store can download it. Sign in as an owner.')
}
