import fc from 'fast-check'

export type Header = [name: string, value: string]

/** Headers of one request. `clean`: HTTP allows every byte of them, so an answer is owed. */
export type Headers = { list: Header[]; clean: boolean }

/** Stand for keys until the caller is known: its own, a revoked one, and its own with a mistake in it. */
export const KEY = '@key@'.padEnd(44, '@')
export const REVOKED = '@revoked@'.padEnd(44, '@')
export const BENT = '@bent@'.padEnd(44, '@')

/** The one header that opens the door, in every way somebody may write it. */
export function authorization(): fc.Arbitrary<Header[]> {
  const value = fc.oneof(
    { weight: 6, arbitrary: fc.constant(KEY) },
    { weight: 4, arbitrary: fc.constantFrom(...SCHEMES).map((scheme) => scheme + KEY) },
    { weight: 1, arbitrary: fc.constant(`${KEY} \t `) },
  )
  const name = fc.constantFrom('Authorization', 'authorization', 'AUTHORIZATION', 'aUTHORIZATION')
  return fc.tuple(name, value).map((header) => [header])
}

/** Nobody gets in with these, or not for sure. */
export function oddAuthorization(): fc.Arbitrary<Header[]> {
  const bad = fc.oneof(
    fc.constantFrom(REVOKED, BENT),
    fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    fc.uuid(),
  )
  const scheme = fc.constantFrom('', 'Bearer ')
  const alone = fc.tuple(scheme, bad).map(([before, key]): Header[] => [['Authorization', before + key]])
  return fc.oneof({ weight: 1, arbitrary: alone }, { weight: 1, arbitrary: fc.constantFrom(...ODD_ACCESS) })
}

/** Everything else that may stand in a request. */
export function otherHeaders(): fc.Arbitrary<Headers> {
  const single = fc.oneof(
    requestId(),
    fc.constantFrom<Header[]>(...SINGLE.map((header) => [header])),
    fc.tuple(word(20), visible(60)).map(([name, value]): Header[] => (RESERVED.test(name) ? [] : [[name, value]])),
  )
  const few = fc.array(single, { maxLength: 4 }).map((lists) => ({ list: lists.flat(), clean: true }))
  const many = fc.integer({ min: 50, max: 2_500 }).map((count) => ({
    list: Array.from({ length: count }, (_, i): Header => [`x${i % 97}`, '']),
    clean: true,
  }))
  const long = fc.tuple(fc.integer({ min: 16_000, max: 16_500 }), fc.constantFrom(1, 2, 6)).map(([length, times]) => ({
    list: [['X-Long', 'v'.repeat(length * times)] as Header],
    clean: true,
  }))
  const odd = fc.constantFrom(...ODD_LINES).map((header) => ({
    list: [header, ['X-Secret', KEY] as Header],
    clean: false,
  }))
  return fc.oneof(
    { weight: 30, arbitrary: few },
    { weight: 1, arbitrary: many },
    { weight: 2, arbitrary: long },
    { weight: 2, arbitrary: odd },
  )
}

function requestId(): fc.Arbitrary<Header[]> {
  const value = fc.oneof(
    word(70),
    visible(80),
    fc.constantFrom(
      KEY,
      '',
      '../../x',
      '<script>',
      '${jndi:ldap://x}',
      '%0d%0aSet-Cookie: a=b',
      '\u00ff',
      'a'.repeat(65),
    ),
  )
  return fc.oneof(
    value.map((text): Header[] => [['X-Request-Id', text]]),
    fc.tuple(value, value).map(([a, b]): Header[] => [
      ['X-Request-Id', a],
      ['x-request-id', b],
    ]),
  )
}

function word(most: number): fc.Arbitrary<string> {
  const character = fc.constantFrom(...'ABCXYZabcxyz0189_-.'.split(''))
  return fc.array(character, { minLength: 1, maxLength: most }).map((characters) => characters.join(''))
}

/** Any bytes that a header value may have. */
function visible(most: number): fc.Arbitrary<string> {
  const byte = fc.oneof(
    fc.integer({ min: 0x21, max: 0x7e }),
    fc.integer({ min: 0x80, max: 0xff }),
    fc.constantFrom(0x20, 0x09),
  )
  return fc.array(byte, { maxLength: most }).map((bytes) => Buffer.from(bytes).toString('latin1'))
}

/** These decide where a request ends; they are set on purpose elsewhere. */
const RESERVED =
  /^(content-length|transfer-encoding|connection|expect|upgrade|host|authorization|trailer|http2-settings|prefer)$/i

const SCHEMES = ['Bearer ', 'bearer ', 'BEARER\t', 'Key  ', 'X ', 'Basic ', '  ', 'Bearer: ']

const ODD_ACCESS: Header[][] = [
  [],
  [
    ['Authorization', KEY],
    ['Authorization', KEY],
  ],
  [
    ['Authorization', KEY],
    ['authorization', BENT],
  ],
  [['Authorization', `Bearer ${KEY} ${KEY}`]],
  [['Authorization', `${KEY},${KEY}`]],
  [
    ['Proxy-Authorization', KEY],
    ['X-Api-Key', KEY],
  ],
  ...[
    '',
    ' ',
    'Bearer',
    'Bearer ',
    'qm_',
    'qm__',
    'null',
    'undefined',
    '\u00e9\u00ff\u0080',
    'a'.repeat(10_000),
    'Basic Og==',
  ].map((value): Header[] => [['Authorization', value]]),
]

const SINGLE: Header[] = [
  ['Accept', '*/*'],
  ['Accept', 'text/html'],
  ['Accept', ''],
  ['Accept-Encoding', 'gzip, br, zstd'],
  ['User-Agent', ''],
  ['User-Agent', '\u00ff\u00fe'],
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'deflate, nonsense'],
  ['Range', 'bytes=0-1'],
  ['If-None-Match', '*'],
  ['If-Modified-Since', 'never'],
  ['Cookie', 'a=b; __proto__=c'],
  ['X-Forwarded-For', '1.2.3.4, \u00e4'],
  ['X-Forwarded-For', '::1'],
  ['Forwarded', 'for="_x"'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Origin', 'null'],
  ['Access-Control-Request-Method', 'POST'],
  ['TE', 'trailers'],
  ['Prefer', 'wait='],
  ['Prefer', 'wait=0'],
  ['Prefer', 'wait=x;wait=-1'],
  ['Prefer', 'respond-async'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['Idempotency-Key', 'x'],
  ['Accept-Version', '1.0'],
  ['Connection', 'close'],
  ['Connection', 'keep-alive'],
  ['Keep-Alive', 'timeout=0'],
  ['Connection', 'x-nothing'],
]

/** No server may take these for granted, and some are refused by its parser. */
const ODD_LINES: Header[] = [
  ['X-Nul', 'a\0b'],
  ['X-Bell', '\x07'],
  ['X-Delete', '\x7f'],
  ['X-Break', 'a\rb'],
  ['X-Fold', 'a\r\n b'],
  ['X-Feed', 'a\nb: c'],
  ['X Blank', 'a'],
  ['', 'a'],
  ['X-\u00e4', 'a'],
  ['Content-Length', '-1'],
  ['Content-Length', '1e3'],
  ['Content-Length', '18446744073709551616'],
  ['Content-Length', '5, 5'],
  ['Content-Length', '+2'],
  ['Content-Length', ''],
  ['Transfer-Encoding', 'gzip'],
  ['Transfer-Encoding', 'chunked, chunked'],
  ['Transfer-Encoding', 'xchunked'],
  ['Transfer-Encoding', ' chunked'],
  ['Transfer-Encoding', 'identity'],
  ['Host', 'a'],
  ['Host ', 'a'],
  ['Upgrade', '\0'],
]
