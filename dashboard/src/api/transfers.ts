import { type Manage, StoreError, UnreachableError } from '@quartermaster/sdk'

const MANAGE = '/api/manage/1.0'

type Download = { storeId: string; passphrase: string; onBytes: (bytes: number) => void; signal: AbortSignal }

/** Everything that belongs to a store. The browser keeps a large file on its disk. Fails if the download breaks off. */
export async function downloadStore({ storeId, passphrase, onBytes, signal }: Download): Promise<Blob> {
  const response = await send(`/stores/${storeId}/export`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ passphrase }),
    signal,
  })
  let bytes = 0
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        onBytes((bytes += chunk.length))
        controller.enqueue(chunk)
      },
    }),
  )
  try {
    const type = 'application/zip'
    return await new Response(counted ?? null, { headers: { 'content-type': type } }).blob()
  } catch (error) {
    signal.throwIfAborted()
    throw unreachable(error)
  }
}

/** The client of the API would hold the file in memory, and gives up too early. */
export async function importStore(file: File, passphrase: string): Promise<Manage.ImportedStore> {
  const response = await send('/stores/import', {
    headers: { 'content-type': 'application/zip', 'archive-passphrase': encodeURIComponent(passphrase) },
    body: file,
  })
  return (await response.json()) as Manage.ImportedStore
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(MANAGE + path, { method: 'POST', ...init }).catch((error: unknown) => {
    init.signal?.throwIfAborted()
    throw unreachable(error)
  })
  if (response.ok) return response
  const problem = (await response.json().catch(() => ({}))) as Partial<Manage.Problem>
  const { detail = `The server responded with status ${response.status}`, code = 'unknown', field } = problem
  throw new StoreError(detail, { status: response.status, code, field })
}

function unreachable(cause: unknown): UnreachableError {
  return new UnreachableError(`Cannot reach ${location.origin}`, { reason: 'network', cause })
}
