/** How the console of a game parses a line, as far as a player id in it is concerned. */
export type ConsoleRules = {
  /** Ids that the console reads as one argument, with or without quotes around them. */
  plain: RegExp
  /** Ids that the console reads as one argument between double quotes. Absent if quotes do not work everywhere. */
  quotable?: RegExp
  /** The prefix that escapes a double quote inside quotes. Absent if ids with a quote are refused. */
  escape?: string
  /** The character that ends a command outside of quotes. A line break always ends it. */
  separator?: string
  /** Words that the console or a common plugin reads as several players or as the caller. */
  reservedWords?: readonly string[]
  /** The console refuses or truncates a longer id (in characters) or command (in bytes). */
  maxIdLength: number
  maxCommandBytes: number
}

/**
 * The first character is one that no console or plugin reads as a selector, an option, a relative number or a comment.
 * The others have no special meaning between quotes. Excluded are quotes, backslashes, `;`, `$` (a variable in Quake and
 * its descendants), `%` (an alias parameter or a format), `/` (comments), `&`, `<`, `>`, `^`, `~` (markup), braces (JSON
 * in FiveM) and all invisible characters.
 */
const ASCII = /^[A-Za-z0-9_[(=|][A-Za-z0-9_[\](=|).:,!?@#*+' -]*$/
const UNICODE = /^[\p{L}\p{N}_[(=|][\p{L}\p{M}\p{N}_[\](=|).:,!?@#*+' -]*$/u
const UNICODE_AND_QUOTES = /^[\p{L}\p{N}_[(=|"][\p{L}\p{M}\p{N}_[\](=|).:,!?@#*+'" -]*$/u

const PLAIN_WORD = /^[A-Za-z0-9_][A-Za-z0-9_.:-]*$/
const MAX_ID_LENGTH = 128

export const CONSOLE_RULES = {
  /**
   * Arguments end at a space. Vanilla commands understand quotes, commands of most plugins do not, so quoting an id is
   * not safe. Names match `[A-Za-z0-9_]{1,16}`, with a leading dot for Bedrock players; UUIDs contain dashes. `@a` and
   * `*` select all players; `~` and `^` start relative coordinates.
   */
  minecraft: { plain: /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/, maxIdLength: 36, maxCommandBytes: 1_446 },

  /**
   * `;` ends a command outside of quotes, a line break ends it everywhere, and `//` starts a comment. `{}()':` and every
   * byte above 127 split a word, so a Steam id needs quotes. A quote cannot be escaped. SourceMod and ULX read a leading
   * `@`, `#`, `*`, `^`, `!`, `$` or `%` as a target. The buffer has 512 bytes, including the terminating zero.
   */
  source: {
    plain: /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/,
    quotable: UNICODE,
    separator: ';',
    maxIdLength: MAX_ID_LENGTH,
    maxCommandBytes: 510,
  },

  /** Words end at any white space. Single and double quotes both count, and quoted text is trimmed. */
  rust: { plain: PLAIN_WORD, quotable: UNICODE, maxIdLength: MAX_ID_LENGTH, maxCommandBytes: 4_000 },

  /**
   * Outside of quotes, `;` ends a command and `#` starts a comment. Inside, `\"` is a quote. Two parts of the console
   * disagree about a backslash before it, so ids must not contain one. `all` selects all players, `me` the caller.
   */
  teeworlds: {
    plain: PLAIN_WORD,
    quotable: UNICODE_AND_QUOTES,
    escape: '\\',
    separator: ';',
    reservedWords: ['all', 'me', 'dummy'],
    maxIdLength: MAX_ID_LENGTH,
    maxCommandBytes: 1_000,
  },

  /**
   * `;` and line breaks end a command, `//` and slash-star start a comment, and a quote cannot be escaped. The network
   * code replaces `%` and all bytes above 127 with dots. `kick all` kicks all players.
   */
  quake3: {
    plain: PLAIN_WORD,
    quotable: ASCII,
    separator: ';',
    reservedWords: ['all', 'allbots'],
    maxIdLength: MAX_ID_LENGTH,
    maxCommandBytes: 900,
  },

  /**
   * Words end at spaces. `\"` is a quote, but aliases put their parameters between quotes without escaping them, so ids
   * must not contain a quote. A leading `#` starts a comment. The buffer has 500 bytes, including the terminating zero.
   */
  openttd: { plain: PLAIN_WORD, quotable: UNICODE, maxIdLength: MAX_ID_LENGTH, maxCommandBytes: 499 },

  /** Names match `[A-Za-z0-9_-]{1,19}`. Each chat command splits its own text. */
  luanti: { plain: /^[A-Za-z0-9_][A-Za-z0-9_-]*$/, maxIdLength: 19, maxCommandBytes: 500 },

  /**
   * Outside of quotes, `;` ends a command, `#`, `//` and slash-star start a comment, and `{` or `[` starts JSON. Only one
   * of the two parsers reads `\"` as a quote. `me` is the caller in ESX.
   */
  fivem: {
    plain: PLAIN_WORD,
    quotable: UNICODE,
    separator: ';',
    reservedWords: ['all', 'me'],
    maxIdLength: MAX_ID_LENGTH,
    maxCommandBytes: 1_000,
  },

  /** Words end at spaces and there are no quotes. Older servers truncate a command after 255 bytes. */
  mta: { plain: /^[A-Za-z0-9_[(=|][A-Za-z0-9_.:[\](=|)-]*$/, maxIdLength: 64, maxCommandBytes: 255 },

  /** For unknown consoles: accepts only ids that every console in this list reads as one word. */
  plain: {
    plain: PLAIN_WORD,
    reservedWords: ['all', 'allbots', 'dummy', 'everyone', 'me'],
    maxIdLength: 64,
    maxCommandBytes: 255,
  },
} as const satisfies Record<string, ConsoleRules>
