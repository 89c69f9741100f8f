import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { compress, contentHash } from '../../themes/assets.ts'
import { hasTag } from '../cached-file.ts'
import { sendEncoded } from './assets.ts'
import { setPageHeaders } from './policy.ts'

type CachedPage = { version: string; etag: string; body: Buffer; brotli: Buffer; gzip: Buffer }

const MIB = 1024 * 1024
const MAX_BYTES = 64 * MIB
/** Higher qualities take longer than the bytes that they save are worth, because pages change. */
const BROTLI_QUALITY = 5

export type PageCache = {
  /** Sends the page of this key. It is rendered if its version is not the one in memory. */
  send: (
    request: FastifyRequest,
    reply: FastifyReply,
    page: { key: string; version: string; status?: number; type?: string; render: () => string },
  ) => FastifyReply
}

/** Keeps the bytes of pages that are the same for all visitors. The pages that nobody has opened for longest are dropped. */
export function createPageCache({ maxBytes = MAX_BYTES } = {}): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ body, brotli, gzip }, key) => body.length + brotli.length + gzip.length + key.length,
  })

  function render({ key, version, render: write }: { key: string; version: string; render: () => string }): CachedPage {
    const body = Buffer.from(write())
    const page = { version, etag: `"${contentHash(body)}"`, body, ...compress(body, BROTLI_QUALITY) }
    pages.set(key, page)
    return page
  }

  return {
    send(request, reply, page) {
      const cached = pages.get(page.key)
      const found = cached?.version === page.version ? cached : render(page)
      setPageHeaders(reply)
      // Browsers ask every time, and get a 304 while the page is the same.
      reply.header('cache-control', 'no-cache').header('etag', `W/${found.etag}`)
      if (hasTag(request.headers['if-none-match'], found.etag)) return reply.code(304).send()
      reply.code(page.status ?? 200).type(page.type ?? 'text/html; charset=utf-8')
      return sendEncoded(request, reply, found, 'accept-encoding, accept-language, cookie')
    },
  }
}
