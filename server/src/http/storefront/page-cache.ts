import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { compress, contentHash } from '../../themes/assets.ts'
import { hasTag } from '../cached-file.ts'
import { encode } from '../encode.ts'
import { setPageHeaders } from './policy.ts'
import type { RecentPages } from './recent-pages.ts'
import type { Rendered } from './send-page.ts'

type CachedPage = { version: string; etag: string; body: Buffer; brotli: Buffer; gzip: Buffer }

const MIB = 1024 * 1024
const MAX_BYTES = 64 * MIB
/** Higher qualities take longer than the bytes that they save are worth, because pages change. */
const BROTLI_QUALITY = 5

/** A page of a theme that failed is not kept, so that the next visitor can get the right one. */
type PageSource = { key: string; version: string; render: () => Promise<Rendered> }

export type PageCache = {
  /** Sends the page of this key. It is rendered if its version is not the one in memory. */
  send: (
    request: FastifyRequest,
    reply: FastifyReply,
    page: PageSource & { status?: number; type?: string },
  ) => Promise<FastifyReply>
}

/** Keeps the bytes of pages that are the same for all visitors. The pages that no one has opened for longest are dropped. */
export function createPageCache({
  maxBytes = MAX_BYTES,
  recent,
}: { maxBytes?: number; recent?: RecentPages | undefined } = {}): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ body, brotli, gzip }, key) => body.length + brotli.length + gzip.length + key.length,
  })

  const rendering = new Map<string, Promise<CachedPage>>()

  /** Visitors who come at the same time wait for one rendering. */
  function render(page: PageSource): Promise<CachedPage> {
    const name = `${page.key} ${page.version}`
    const found = rendering.get(name) ?? renderOnce(page).finally(() => rendering.delete(name))
    rendering.set(name, found)
    return found
  }

  async function renderOnce({ key, version, render: write }: PageSource): Promise<CachedPage> {
    const { text, isFallback } = await write()
    const body = Buffer.from(text)
    const page = { version, etag: `"${contentHash(body)}"`, body, ...compress(body, BROTLI_QUALITY) }
    if (!isFallback) pages.set(key, page)
    return page
  }

  return {
    async send(request, reply, page) {
      const cached = pages.get(page.key)
      const found = cached?.version === page.version ? cached : await render(page)
      setPageHeaders(reply)
      // Browsers ask every time, and get a 304 while the page is the same.
      reply.header('cache-control', 'no-cache').header('etag', `W/${found.etag}`)
      if (hasTag(request.headers['if-none-match'], found.etag)) return reply.code(304).send()
      reply.code(page.status ?? 200).type(page.type ?? 'text/html; charset=utf-8')
      const bytes = encode(request, reply, found, 'accept-encoding, accept-language, cookie')
      if (pages.peek(page.key) === found) recent?.remember(request, reply, bytes)
      return reply.send(bytes)
    },
  }
}
