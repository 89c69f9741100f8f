import type { PageInput } from '../render-page.ts'
import type { ThemeSource } from '../theme-source.ts'

/** A page as JSON: templates get times as texts, and our part of `<head>` as markup. */
export type PageRequest = Omit<PageInput, 'head' | 'now'> & { head: string; now: number }

/** What is wrong with a theme, for its owner. */
export type ThemeProblem = { file: string; line: number | null; message: string }

/** One line of JSON each. The process answers requests in their order. */
export type Request =
  /** Our own files, whose snippets and texts every theme can use. The first request. */
  | { kind: 'start'; platform: ThemeSource }
  | { kind: 'load'; key: string; source: ThemeSource }
  | { kind: 'render'; key: string; page: PageRequest }
  | { kind: 'check'; source: ThemeSource }

export type Reply =
  { ok: true; html?: string; isMissing?: boolean; problems?: ThemeProblem[] } | { ok: false; problem: ThemeProblem }

export const MAX_OUTPUT_BYTES = 1024 * 1024
/** A page of 1 MB, with the escapes of JSON. */
export const MAX_REPLY_BYTES = 4 * MAX_OUTPUT_BYTES
