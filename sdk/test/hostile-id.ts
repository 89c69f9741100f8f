import fc from 'fast-check'

const SIGNS = `" ' \\ \\" ; # // /* */ $ $& $1 % %A %s @ @a ~ ^ ^1 - + {userId} { } [ ] ( ) | && < > \` ! * .. : , = ?`
const WORDS = 'all me stop op quit é ß Ω 日本 ⚔ 😀 ： ＂'
const TRICKS = ' stop|;stop|"; quit|" "|\nquit|\r\nquit|@e[type=player]|\\";quit;"'
const UNSEEN = '\n\r\t\0\u001b\u007f\u0085\u00a0\u200b\u202e\u2028\u3000\ufeff\ue000\ud800\udfff '

const nasty = fc.constantFrom(...SIGNS.split(' '), ...WORDS.split(' '), ...TRICKS.split('|'), ...UNSEEN.split(''))

/** Ids as buyers would make them up who want more than they paid for, among ids of honest ones. */
export const hostileId = fc.oneof(
  fc.string({ unit: fc.oneof(nasty, fc.constantFrom('a', 'B', '7', '_', ' ')), maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.stringMatching(/^[A-Za-z0-9_]{1,16}$/),
  fc.stringMatching(/^(STEAM_0:[01]:\d{1,9}|7656119\d{10}|\[U:1:\d{1,9}\])$/),
  fc.stringMatching(/^(license:[0-9a-f]{40}|[A-Z][a-z]{2,8} [A-Z][a-z]{2,8})$/),
  fc.uuid(),
)
