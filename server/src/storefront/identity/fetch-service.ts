const MAX_BYTES = 64 * 1024
const TIMEOUT_MS = 2_500

export type ServiceResponse = { status: number; type: string; body: Buffer }

/**
 * Calls a service at a fixed address. Callers build the path from checked parts, and redirects are refused, so neither a
 * visitor nor a response can send the request anywhere else. Rejects a large body and a slow response.
 */
export async function fetchService(url: URL, { form }: { form?: URLSearchParams } = {}): Promise<ServiceResponse> {
  const response = await fetch(url, {
    ...(form && { method: 'POST', body: form }),
    headers: { 'user-agent': 'Quartermaster' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error(`${url.host} sent more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return { status: response.status, type: response.headers.get('content-type') ?? '', body: Buffer.concat(chunks) }
}
