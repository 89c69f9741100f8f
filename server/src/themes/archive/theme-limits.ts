/** What a theme can have. `docs/themes.md` has the same numbers. */
export const THEME_LIMITS = {
  files: 400,
  /** Unpacked. */
  bytes: 10 * 1024 * 1024,
  /** Of an archive. It is sent as base64. */
  archiveBytes: 6 * 1024 * 1024,
  /** Of a Liquid or JSON file. */
  textBytes: 64 * 1024,
  nesting: 50,
  sections: 25,
  blocks: 50,
} as const
