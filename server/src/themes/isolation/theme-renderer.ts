import { LRUCache } from 'lru-cache'
import { loadBuiltInThemes } from '../built-in-themes.ts'
import { findForbiddenTag } from '../check/forbidden-tags.ts'
import type { PageInput } from '../render-page.ts'
import { ThemeError } from '../theme-problem.ts'
import type { ThemeSource } from '../theme-source.ts'
import { createLane } from './lane.ts'
import { type PageRequest, type Reply, MAX_OUTPUT_BYTES, type ThemeProblem } from './protocol.ts'
import { startRenderer } from './renderer.ts'
import type { Renderer } from './talk-to.ts'

/** Of a page, or of reading the files of a theme. */
export const PAGE_LIMIT = { cpuMs: 500, clockMs: 5_000 }
const CHECK_LIMIT = { cpuMs: 1_000, clockMs: 10_000 }
/** A process takes about 40 MB. */
const LANES = {
  fast: { maxRenderers: 4, priority: 5 },
  // Two, so that the next store does not wait for the start.
  slow: { maxRenderers: 2, priority: 10 },
  check: { maxRenderers: 1, priority: 5 },
}
const MAX_REMEMBERED = 10_000
/** A theme that took too long is in the slow lane for so long. */
const PROBATION_MS = 600_000
const FIRST_REST_MS = 10_000
const MAX_REST_MS = 3_600_000

/** `key` names the content: another version has another key. */
export type IsolatedTheme = { storeId: string; key: string; source: ThemeSource }

export type ThemeRenderer = {
  /** Rejected with a ThemeError if the theme cannot render the page. */
  render: (theme: IsolatedTheme, page: PageInput) => Promise<string>
  check: (storeId: string, source: ThemeSource) => Promise<ThemeProblem[]>
  stop: () => void
}

/**
 * Renders themes of owners in isolated processes, each of one store. Themes that have rendered a page before do not wait for the
 * others, so that a theme that hangs does not delay those that work. A page that took too long is not tried again for a while.
 */
export function createThemeRenderer({ now = Date.now, platform = readPlatformSource } = {}): ThemeRenderer {
  const openLane = ({ maxRenderers, priority }: (typeof LANES)['fast']) =>
    createLane({ maxRenderers, start: async () => startRenderer({ platform: await platform(), priority }) })
  const lanes = { fast: openLane(LANES.fast), slow: openLane(LANES.slow), check: openLane(LANES.check) }
  const proven = new LRUCache<string, true>({ max: MAX_REMEMBERED })
  const costly = new LRUCache<string, { times: number; at: number }>({ max: MAX_REMEMBERED })
  const resting = new LRUCache<string, { until: number; error: ThemeError }>({ max: MAX_REMEMBERED })

  function laneOf(key: string) {
    return proven.has(key) && now() - (costly.get(key)?.at ?? -Infinity) > PROBATION_MS ? lanes.fast : lanes.slow
  }

  /** A visitor can make a page expensive, with a full basket for example. It does not rest longer each time, for everybody. */
  function punish(key: string, page: string, { error, isShared }: { error: unknown; isShared: boolean }): void {
    if (!(error instanceof ThemeError) || !error.isCostly) return
    const before = costly.get(key)?.times ?? 0
    const times = isShared ? before + 1 : before
    costly.set(key, { times, at: now() })
    const restMs = isShared ? Math.min(FIRST_REST_MS * 2 ** (times - 1), MAX_REST_MS) : FIRST_REST_MS
    resting.set(page, { until: now() + restMs, error })
  }

  return {
    async render(theme, page) {
      const pageKey = `${theme.key} ${page.template}`
      const rest = resting.get(pageKey)
      if (rest && rest.until > now()) throw rest.error
      try {
        const html = await laneOf(theme.key).add(theme.storeId, (renderer) =>
          renderOnce(renderer, theme, toRequest(page)),
        )
        proven.set(theme.key, true)
        return html
      } catch (error) {
        punish(theme.key, pageKey, { error, isShared: page.isShared === true })
        throw error
      }
    },
    check: (storeId, source) =>
      lanes.check.add(storeId, async (renderer) => {
        const reply = orThrow(await renderer.ask({ kind: 'check', source }, CHECK_LIMIT))
        return reply.problems ?? []
      }),
    stop() {
      for (const lane of Object.values(lanes)) lane.stop()
    },
  }
}

async function renderOnce(renderer: Renderer, { key, source }: IsolatedTheme, page: PageRequest): Promise<string> {
  let reply = orThrow(await renderer.ask({ kind: 'render', key, page }, PAGE_LIMIT))
  if (reply.isMissing) {
    orThrow(await renderer.ask({ kind: 'load', key, source }, PAGE_LIMIT))
    reply = orThrow(await renderer.ask({ kind: 'render', key, page }, PAGE_LIMIT))
  }
  const { html = '' } = reply
  if (Buffer.byteLength(html) > MAX_OUTPUT_BYTES) throw wrong('The page is larger than 1 MB. Show less on it')
  if (!html.includes(page.head)) throw wrong('The page does not show {{ head }}. Write it in the layout')
  const fault = findForbiddenTag(html)
  if (fault !== undefined) throw new ThemeError({ file: '', line: null, message: fault })
  return html
}

function orThrow(reply: Reply): Extract<Reply, { ok: true }> {
  if (reply.ok) return reply
  throw new ThemeError(reply.problem)
}

function wrong(message: string): ThemeError {
  return new ThemeError({ file: 'layout/theme.liquid', line: null, message })
}

let platformSource: Promise<ThemeSource> | undefined

/** Our own theme, whose snippets, texts and assets every theme can use. Its assets have the addresses under which they are served. */
async function readPlatformSource(): Promise<ThemeSource> {
  platformSource ??= loadBuiltInThemes().then((themes) => themes.platformSource)
  return platformSource
}

function toRequest({ head, now, isShared: _isShared, ...page }: PageInput): PageRequest {
  return { ...page, head: head.markup, now: now.getTime() }
}
