import type { PageInput } from '../render-page.ts'
import type { ThemeSource } from '../theme-source.ts'

/** A page as JSON: templates get times as texts, and our part of `<head>` as markup. */
export type PageRequest = Omit<PageInput, 'head' | 'now'> & { head: string; now: number }

/** What is wrong with a theme, for its owner. */
export type ThemeProblem = { file: string; line: number | null; message: string }

/** One line of JSON each. */
export type Request =
  /** Our own files, whose snippets and texts every theme can use. The first request. */
  | { kind: 'start'; platform: ThemeSource }
  | { kind: 'load'; key: string; source: ThemeSource }
  | { kind: 'render'; key: string; page: PageRequest }
  | { kind: 'check'; source: ThemeSource }

type Answer = { ok: true; isMissing?: boolean; problems?: ThemeProblem[] } | { ok: false; problem: ThemeProblem }

/** A reply is its head, as a line of JSON, and so many bytes of the page. */
export type ReplyHead = Answer & { pageBytes: number }
export type Reply = Answer & { html?: string }

export const MAX_OUTPUT_BYTES = 1024 * 1024
/** Of a page with its head, or of the list of problems. */
export const MAX_REPLY_BYTES = 2 * MAX_OUTPUT_BYTES
