import { ArchiveBody, ArchivePassphrase, ImportedStore } from '@quartermaster/contract/manage-portable'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { recordAudit } from '../../../access/record-audit.ts'
import { AppError } from '../../../errors.ts'
import { formatId } from '../../../ids.ts'
import { importStore } from '../../../portable/import-store.ts'
import { createTokenBuckets } from '../../token-buckets.ts'
import { RECENT_AUTHENTICATION_ERRORS } from '../account/my-account.ts'
import type { SignedInAccount } from '../guard.ts'
import type { ManageApi } from '../manage-api.ts'
import { receiveFile } from './receive-file.ts'
import { createTransferSlots } from './transfer-slots.ts'

/** It is on the disk of this machine while it is imported. Larger stores take minutes, so they are work for the operator. */
const MAX_BYTES = 256 * 1024 * 1024
/** A wrong passphrase takes another attempt. */
const MAX_PER_HOUR = 10

type Upload = { file: number; passphrase: string; caller: SignedInAccount; request: FastifyRequest }

/** The route reads the body itself, because it does not fit into memory. */
export function acceptArchives(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/(zip|octet-stream)$/, (_request, _payload, done) => done(null))
}

export function importStoreRoute({ account, parts }: ManageApi): void {
  const attempts = createTokenBuckets({ perSecond: MAX_PER_HOUR / 3_600, burst: MAX_PER_HOUR })
  const { publicUrl, apiUrl, storefrontDomain } = parts.payments
  const hosts = { publicUrl, apiUrl, storefrontDomain, singleOwner: parts.singleOwner }
  const slots = createTransferSlots()
  let last: Promise<unknown> = Promise.resolve()

  /** Uploads take as long as their sender likes. The work for the database is done one after another. */
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  account.signedIn(
    {
      method: 'POST',
      url: '/stores/import',
      operationId: 'importStore',
      summary: 'Import a store',
      description:
        `The body is a zip of \`exportStore\` or \`quartermaster store export\`, at most ${MAX_BYTES / 1024 / 1024} MiB. You become the only member of the store, which starts on the plan \`BASIC\`. ` +
        'Its domains have to be proved again. Everything is imported, or nothing.',
      headers: { 'archive-passphrase': ArchivePassphrase },
      body: ArchiveBody,
      response: ImportedStore,
      status: 201,
      isStreamed: true,
      requiresRecentAuthentication: true,
      errors: RECENT_AUTHENTICATION_ERRORS,
    },
    async ({ caller, request }) => {
      const passphrase = readPassphrase(request)
      attempts.take(caller.accountId)
      const free = slots.take(caller.accountId)
      try {
        const file = await receiveFile(request.raw, { maxBytes: MAX_BYTES })
        const imported = await inTurn(() => importFile({ file, passphrase, caller, request }))
        await parts.readHosts?.().catch(() => undefined)
        return imported
      } finally {
        free()
      }
    },
  )

  async function importFile({ file, passphrase, caller, request }: Upload): Promise<Static<typeof ImportedStore>> {
    const actor = { kind: 'member', id: caller.accountId, name: caller.email } as const
    const { storeId, name, rows, leftOut } = await importStore(parts.databaseUrl, {
      file,
      sealer: parts.sealer,
      readPassphrase: async () => passphrase,
      publicUrl,
      owner: {
        accountId: caller.accountId,
        hosts,
        renderer: parts.themeRenderer,
        audit: (tx, { storeId: id, ...details }) =>
          recordAudit(tx, {
            storeId: id,
            actor,
            action: 'importStore',
            subject: formatId('sto', id),
            details,
            address: request.identity.address,
            requestId: request.id,
          }),
      },
    })
    return { id: formatId('sto', storeId), name, rows, leftOut }
  }
}

function readPassphrase({ headers }: FastifyRequest): string {
  const header = headers['archive-passphrase']
  try {
    return typeof header === 'string' ? decodeURIComponent(header) : ''
  } catch {
    const problem = 'Archive-Passphrase is not percent-encoded. Encode it with encodeURIComponent.'
    throw new AppError('invalid_request', problem, { field: 'headers/archive-passphrase' })
  }
}
