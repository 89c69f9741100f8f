import { MAX_REPLY_BYTES, type Reply, type ReplyHead } from './protocol.ts'

const NEW_LINE = 10

type Read = { reply: Reply } | { fault: string }

/**
 * Reads replies piece by piece: a line of JSON, and the bytes of the page, which are not JSON because a large one would take the
 * server long to parse. Undefined until a reply is complete. A theme may have taken over the process, so anything can come.
 */
export function createReplyReader(): (chunk: Buffer) => Read | undefined {
  let chunks: Buffer[] = []
  let size = 0
  let head: ReplyHead | undefined

  return (chunk) => {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_REPLY_BYTES) return { fault: 'The page is larger than 1 MB. Show less on it' }
    if (!head && chunk.includes(NEW_LINE)) {
      const all = Buffer.concat(chunks)
      const end = all.indexOf(NEW_LINE)
      head = parseHead(all.toString('utf8', 0, end))
      if (!head) return { fault: 'The renderer sent no reply' }
      chunks = [all.subarray(end + 1)]
      size = all.length - end - 1
    }
    if (!head || size < head.pageBytes) return undefined
    if (size > head.pageBytes) return { fault: 'The theme wrote without being asked' }
    const { pageBytes, ...rest } = head
    const reply = rest.ok && pageBytes > 0 ? { ...rest, html: Buffer.concat(chunks).toString() } : rest
    head = undefined
    chunks = []
    size = 0
    return { reply }
  }
}

function parseHead(text: string): ReplyHead | undefined {
  try {
    const head = JSON.parse(text) as ReplyHead
    const isComplete = head.ok ? Array.isArray(head.problems ?? []) : typeof head.problem.message === 'string'
    return isComplete && Number.isInteger(head.pageBytes) ? head : undefined
  } catch {
    return undefined
  }
}
