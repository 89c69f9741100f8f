import { createHash, randomBytes } from 'node:crypto'
import type { CheckoutId } from '../../ids.ts'

/** A part of the life of one purchase. Times are in milliseconds since 1970. */
export type Span = {
  checkoutId: CheckoutId
  name: string
  startedAt: number
  endedAt: number
  /** The callback that pays is the root of the trace. A manual sale has no root. */
  place: 'root' | 'child' | 'alone'
  kind: 'server' | 'internal'
  attributes: Record<string, string>
}

const KINDS = { internal: 1, server: 2 }
const TIMEOUT_MS = 10_000

/** Every process can derive it, so nothing has to be stored with the checkout: its id without hyphens. */
export function traceIdOf(checkoutId: CheckoutId): string {
  return checkoutId.replaceAll('-', '')
}

/** The id of the root span, which the spans of other processes name as their parent. */
export function rootSpanIdOf(checkoutId: CheckoutId): string {
  return createHash('sha256').update(checkoutId).digest('hex').slice(0, 16)
}

/** Sends spans to a collector, as JSON of the OpenTelemetry protocol. */
export async function sendSpans(endpoint: string, spans: Span[]): Promise<void> {
  const response = await fetch(`${endpoint}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(toRequest(spans)),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the collector answered ${response.status}`)
}

function toRequest(spans: Span[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: toAttributes({ 'service.name': 'quartermaster' }) },
        scopeSpans: [{ scope: { name: 'quartermaster' }, spans: spans.map(toOtlp) }],
      },
    ],
  }
}

function toOtlp({ checkoutId, name, startedAt, endedAt, place, kind, attributes }: Span): object {
  const rootSpanId = rootSpanIdOf(checkoutId)
  return {
    traceId: traceIdOf(checkoutId),
    spanId: place === 'root' ? rootSpanId : randomBytes(8).toString('hex'),
    ...(place === 'child' && { parentSpanId: rootSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: toNanoseconds(startedAt),
    endTimeUnixNano: toNanoseconds(Math.max(startedAt, endedAt)),
    attributes: toAttributes(attributes),
  }
}

function toAttributes(values: Record<string, string>): object[] {
  return Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }))
}

/** A number would lose digits. */
function toNanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n)
}
