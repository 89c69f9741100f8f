import type { Cell } from './cells-file.ts'

/** The response of `/domains` of a node: the domains of stores that changed since an earlier response. */
export type DomainChanges = { until: string; domains: { host: string; isServed: boolean }[] }

/** The cell of each domain of a store. */
export type Domains = ReadonlyMap<string, string>

export type LearnedDomains = {
  /** Asks all cells, and returns what is known then. A cell that does not answer keeps its domains. */
  learn: (cells: Cell[]) => Promise<{ domains: Domains; failures: string[] }>
}

const TIMEOUT_MS = 30_000
/** A cell that was restored from a backup has changes that are older than the last response. */
const COMPLETE_EVERY = 100
const HOST = /^[a-z0-9.-]{1,253}$/

type Known = { hosts: Set<string>; since: string | undefined; rounds: number }

/** Starts with the domains that the front door knew when it stopped. */
export function createLearnedDomains(earlier: Domains): LearnedDomains {
  const known = new Map<string, Known>()
  let domains = earlier

  async function ask(cell: Cell): Promise<void> {
    const of = known.get(cell.name) ?? { hosts: new Set(hostsOf(domains, cell.name)), since: undefined, rounds: 0 }
    known.set(cell.name, of)
    if (cell.nodes.length === 0) return
    const since = of.rounds % COMPLETE_EVERY === 0 ? undefined : of.since
    const { until, domains: changed } = await askNodes(cell, since)
    if (since === undefined) of.hosts = new Set()
    for (const { host, isServed } of changed) {
      if (!HOST.test(host)) throw new Error(`cell ${cell.name} sent a domain that is not valid`)
      if (isServed) of.hosts.add(host)
      else of.hosts.delete(host)
    }
    of.since = until
    of.rounds++
  }

  return {
    async learn(cells) {
      const results = await Promise.allSettled(cells.map(ask))
      const failures = results.flatMap((result) => (result.status === 'rejected' ? [messageOf(result.reason)] : []))
      const next = new Map<string, string>()
      for (const { name } of cells) {
        for (const host of known.get(name)?.hosts ?? []) {
          // Two cells can have proved the same domain, for example while a store moves. The first one keeps it.
          const owner = domains.get(host)
          if (!next.has(host) || owner === name) next.set(host, name)
        }
      }
      domains = next
      return { domains, failures }
    },
  }
}

function hostsOf(domains: Domains, cell: string): string[] {
  return [...domains].flatMap(([host, name]) => (name === cell ? [host] : []))
}

/** The first node that answers. */
async function askNodes({ name, nodes, checks }: Cell, since: string | undefined): Promise<DomainChanges> {
  let last: unknown
  const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`
  for (const node of nodes) {
    try {
      return await askNode(`http://${node.replace(/:\d+$/, '')}:${checks}/domains${query}`)
    } catch (error) {
      last = error
    }
  }
  throw new Error(`cell ${name} did not list its domains: ${messageOf(last)}`)
}

async function askNode(url: string): Promise<DomainChanges> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (await response.json()) as DomainChanges
}

/** The cause of a failed `fetch` says what happened. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
