import type { FastifyRequest } from 'fastify'
import { recordAlert } from '../../access/alerts/record-alert.ts'
import type { Actor } from '../../access/member.ts'
import { recordAudit } from '../../access/record-audit.ts'
import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'

/** What a handler adds to the audit log besides the caller, the operation and the object. */
export type AuditNotes = { subject?: string; details?: object }

export type AuditedRequest = {
  request: FastifyRequest
  operationId: string
  storeId: StoreId
  actor: Actor
  notes: AuditNotes
  /** What the handler returned. A new object has no id in the URL. */
  value?: unknown
}

/** Also queues a mail to the owners, if the operation is one of those. The subject is the last object in the URL, or the object that the request created, or the store. */
export async function auditRequest(tx: Tx, audited: AuditedRequest): Promise<void> {
  const { request, operationId, storeId, actor, notes, value } = audited
  const { storeId: store, ...named } = request.params as Record<string, string>
  const entry = {
    storeId,
    actor,
    action: operationId,
    subject: notes.subject ?? Object.values(named).at(-1) ?? idOf(value) ?? store ?? null,
    details: notes.details ?? {},
    address: request.identity.address,
    requestId: request.id,
  }
  await recordAudit(tx, entry)
  await recordAlert(tx, entry)
}

function idOf(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  return typeof id === 'string' ? id : undefined
}
