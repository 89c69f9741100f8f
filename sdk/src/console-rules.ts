/** How the console of a game reads a line, as far as an id in it is concerned. */
export type ConsoleRules = {
  /** Ids that are one plain argument, with or without quotes around them. */
  plain: RegExp
  /** Ids that are one argument between double quotes. Absent: this console knows no quotes, or not everywhere. */
  quotable?: RegExp
  /** What has to be written in front of a double quote to have it in an id. Absent: such an id is refused. */
  escape?: string
  /** What ends a command, outside of quotes. A line break does everywhere. */
  separator?: string
  /** Words that mean several players, or another one, where a player is named. */
  words?: readonly string[]
  /** An id, in characters, and a whole command, in bytes, beyond which the console refuses or cuts. */
  longestId: number
  longestCommand: number
}

/**
 * A first character that no console or plugin takes for a selector, an option, a number relative to something or a
 * comment; then letters and signs that mean nothing between quotes. Not among them: quotes, backslash, `;`, `$` (a
 * variable in Quake's kin), `%` (an alias's parameter, a format), `/` (comments), `&`, `<`, `>`, `^`, `~` (markup),
 * braces (JSON to FiveM), and all that cannot be seen.
 */
const ASCII = /^[A-Za-z0-9_[(=|][A-Za-z0-9_[\](=|).:,!?@#*+' -]*$/
const UNICODE = /^[\p{L}\p{N}_[(=|][\p{L}\p{M}\p{N}_[\](=|).:,!?@#*+' -]*$/u
const UNICODE_AND_QUOTES = /^[\p{L}\p{N}_[(=|"][\p{L}\p{M}\p{N}_[\](=|).:,!?@#*+'" -]*$/u

const WORD = /^[A-Za-z0-9_][A-Za-z0-9_.:-]*$/
const LONGEST_ID = 128

export const CONSOLE_RULES = {
  /**
   * Arguments end at a blank. The commands of the game read quotes, those of most plugins do not, so quotes protect
   * nothing. Names are `[A-Za-z0-9_]{1,16}`, of Bedrock players behind a dot; UUIDs have dashes. `@a` and `*` are
   * everybody, `~` and `^` are places.
   */
  minecraft: { plain: /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/, longestId: 36, longestCommand: 1_446 },

  /**
   * `;` ends a command outside of quotes, a line break everywhere; `//` begins a comment. `{}()':` and every byte above
   * 127 break a word in two, so a Steam id needs quotes. Nothing escapes a quote. SourceMod and ULX take `@`, `#`, `*`,
   * `^`, `!`, `$` and `%` in front for targets. 512 bytes with the zero.
   */
  source: {
    plain: /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/,
    quotable: UNICODE,
    separator: ';',
    longestId: LONGEST_ID,
    longestCommand: 510,
  },

  /** Words end at any white space. Both kinds of quotes count, and what is between them loses its outer blanks. */
  rust: { plain: WORD, quotable: UNICODE, longestId: LONGEST_ID, longestCommand: 4_000 },

  /**
   * `;` ends a command and `#` the line, outside of quotes. In quotes, `\"` is a quote; a backslash before it is read in
   * two ways by two parts of the console, so no id may have one. A victim `all` is everybody, `me` is the caller.
   */
  teeworlds: {
    plain: WORD,
    quotable: UNICODE_AND_QUOTES,
    escape: '\\',
    separator: ';',
    words: ['all', 'me', 'dummy'],
    longestId: LONGEST_ID,
    longestCommand: 1_000,
  },

  /**
   * `;` and line breaks end a command, `//` and slash-star begin a comment, nothing escapes a quote. The network turns
   * `%` and all bytes above 127 into dots. `kick all` kicks everybody.
   */
  quake3: {
    plain: WORD,
    quotable: ASCII,
    separator: ';',
    words: ['all', 'allbots'],
    longestId: LONGEST_ID,
    longestCommand: 900,
  },

  /**
   * Words end at blanks. `\"` is a quote, but an alias puts its parameters between quotes without escaping them, so an
   * id with a quote would end them. `#` in front of a line is a comment. 500 bytes with the zero.
   */
  openttd: { plain: WORD, quotable: UNICODE, longestId: LONGEST_ID, longestCommand: 499 },

  /** Names are `[A-Za-z0-9_-]{1,19}`; each chat command splits its own text. */
  luanti: { plain: /^[A-Za-z0-9_][A-Za-z0-9_-]*$/, longestId: 19, longestCommand: 500 },

  /**
   * `;` ends a command outside of quotes, `#`, `//` and slash-star begin a comment outside of them, and a bare `{` or
   * `[` begins JSON. `\"` is a quote to one part of the console and not to the other. `me` is the caller in ESX.
   */
  fivem: {
    plain: WORD,
    quotable: UNICODE,
    separator: ';',
    words: ['all', 'me'],
    longestId: LONGEST_ID,
    longestCommand: 1_000,
  },

  /** Words end at blanks, there are no quotes, and older servers cut behind 255 bytes. */
  mta: { plain: /^[A-Za-z0-9_[(=|][A-Za-z0-9_.:[\](=|)-]*$/, longestId: 64, longestCommand: 255 },

  /** Nothing is known of the console: only what no console we know of reads as anything but a word. */
  plain: { plain: WORD, words: ['all', 'allbots', 'dummy', 'everyone', 'me'], longestId: 64, longestCommand: 255 },
} as const satisfies Record<string, ConsoleRules>
