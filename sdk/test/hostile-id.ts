import fc from 'fast-check'

const SPECIAL_CHARACTERS = `" ' \\ \\" ; # // /* */ $ $& $1 % %A %s @ @a ~ ^ ^1 - + {userId} { } [ ] ( ) | && < > \` ! * .. : , = ?`
const WORDS = 'all me stop op quit é ß Ω 日本 ⚔ 😀 ： ＂'
const INJECTIONS = ' stop|;stop|"; quit|" "|\nquit|\r\nquit|@e[type=player]|\\";quit;"'
const INVISIBLE = '\n\r\t\0\u001b\u007f\u0085\u00a0\u200b\u202e\u2028\u3000\ufeff\ue000\ud800\udfff '

const hostilePart = fc.constantFrom(
  ...SPECIAL_CHARACTERS.split(' '),
  ...WORDS.split(' '),
  ...INJECTIONS.split('|'),
  ...INVISIBLE.split(''),
)

/** Ids that try to break out of a command, mixed with ordinary ids. */
export const hostileId = fc.oneof(
  fc.string({ unit: fc.oneof(hostilePart, fc.constantFrom('a', 'B', '7', '_', ' ')), maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.stringMatching(/^[A-Za-z0-9_]{1,16}$/),
  fc.stringMatching(/^(STEAM_0:[01]:\d{1,9}|7656119\d{10}|\[U:1:\d{1,9}\])$/),
  fc.stringMatching(/^(license:[0-9a-f]{40}|[A-Z][a-z]{2,8} [A-Z][a-z]{2,8})$/),
  fc.uuid(),
)
