import fc from 'fast-check'
import type { Operation } from './targets.ts'

/** Stand for commands until the caller is known: its own, and somebody's. As long as an id is, so that sizes hold. */
export const OWN_COMMAND = '@own@'.padEnd(30, '@')
export const ANY_COMMAND = '@any@'.padEnd(30, '@')

const IDS = ['cmd_01k9x4c8v3fq6t2m7n5w0y1z2a', 'chk_01k9x4c8v3fq6t2m7n5w0y1z2a', 'CMD_01K9X4C8V3FQ6T2M7N5W0Y1Z2A']
const LIMIT = 16 * 1024

// Made once: the table of all characters behind them is large.
const FEW_CHARACTERS = fc.string({ unit: 'binary', maxLength: 2 })
const SOME_CHARACTERS = fc.string({ unit: 'binary', maxLength: 40 })

/** Bodies from the right one to bytes that are no text at all. */
export function bodies(): fc.Arbitrary<Buffer> {
  const json = fc.oneof(
    { weight: 6, arbitrary: nearlyValid() },
    { weight: 2, arbitrary: fc.json({ maxDepth: 5 }) },
    { weight: 1, arbitrary: nested() },
    { weight: 2, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  )
  return fc.oneof(
    { weight: 12, arbitrary: json.map((text) => Buffer.from(text)) },
    { weight: 2, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.tuple(json, fc.constantFrom(...ENCODINGS)).map(([text, encode]) => encode(text)) },
    { weight: 2, arbitrary: fc.tuple(json, fc.nat(), fc.integer({ min: 0, max: 255 })).map(withOddByte) },
    { weight: 2, arbitrary: aroundTheLimit() },
    { weight: 1, arbitrary: fc.constant(Buffer.alloc(0)) },
  )
}

/** The body that the operation wants. */
export function rightBody(operation: Exclude<Operation, 'poll'>): fc.Arbitrary<Buffer> {
  return RIGHT_BODIES[operation].map((body) => Buffer.from(JSON.stringify(body)))
}

const PORT = fc.record({ serverPort: fc.integer({ min: 1, max: 65_535 }) })
const NAME = fc.oneof(fc.constantFrom('steve', 'Buyer1'), fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }))
const COMMAND = fc.constantFrom(OWN_COMMAND, ANY_COMMAND, ...IDS)
const OUTCOME = fc.record(
  {
    id: COMMAND,
    attempt: fc.integer({ min: 1, max: 3 }),
    outcome: fc.constantFrom('done', 'failed', 'in_doubt'),
    done: fc.nat(5),
    reason: fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    output: fc.string({ unit: 'binary', maxLength: 40 }),
    retry: fc.boolean(),
  },
  { requiredKeys: ['id', 'attempt', 'outcome'] },
)

const RIGHT_BODIES: Record<Exclude<Operation, 'poll'>, fc.Arbitrary<object>> = {
  init: PORT,
  report: fc.constant({ commandQueueId: OWN_COMMAND }),
  init2: fc.oneof(PORT, fc.constant({})),
  poll2: fc.record(
    {
      online: fc.array(NAME, { maxLength: 5 }),
      holding: fc.array(COMMAND, { maxLength: 3 }),
      most: fc.integer({ min: 1, max: 1_000 }),
    },
    { requiredKeys: [] },
  ),
  report2: fc.record({ outcomes: fc.array(OUTCOME, { minLength: 1, maxLength: 5 }) }),
}

function nearlyValid(): fc.Arbitrary<string> {
  const id = fc.constantFrom(OWN_COMMAND, ANY_COMMAND)
  const bentId = fc
    .tuple(fc.constantFrom(...IDS), fc.nat(29), FEW_CHARACTERS)
    .map(([text, at, odd]) => text.slice(0, at) + odd + text.slice(at + 1))
  const value = fc.oneof(
    id.map((text) => JSON.stringify(text)),
    bentId.map((text) => JSON.stringify(text)),
    SOME_CHARACTERS.map((text) => JSON.stringify(text)),
    fc.integer({ min: -1, max: 65_537 }).map(String),
    fc.json({ maxDepth: 2 }),
    fc.constantFrom(...ODD_VALUES),
    fc.constantFrom(...UNSTORABLE),
  )
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('serverPort', 'commandQueueId', 'online', 'holding', 'most', 'outcomes') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'ServerPort', 'id', '', '\\u0000'),
    },
  )
  return fc
    .array(fc.tuple(name, value), { minLength: 1, maxLength: 3 })
    .map((fields) => `{${fields.map(([field, text]) => `"${field}":${text}`).join(',')}}`)
}

function nested(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(14, 15, 16, 17, 100, 2_000, 8_000),
      fc.constantFrom('[', '{"a":', '{"serverPort":'),
      fc.boolean(),
    )
    .map(([depth, open, closed]) => open.repeat(depth) + (closed ? '1' + (open === '[' ? ']' : '}').repeat(depth) : ''))
}

/** Bytes are counted, not characters. */
function aroundTheLimit(): fc.Arbitrary<Buffer> {
  const size = fc.oneof(fc.integer({ min: LIMIT - 3, max: LIMIT + 3 }), fc.constantFrom(LIMIT * 2, 70_000))
  return fc.tuple(nearlyValid(), size, fc.boolean()).map(([text, bytes, inside]) => {
    const head = inside ? `${text.slice(0, -1)},"padding":"` : text
    const tail = inside ? '"}' : ''
    const room = bytes - Buffer.byteLength(head) - tail.length
    return Buffer.from(head + (inside ? 'x' : ' ').repeat(Math.max(0, room)) + tail)
  })
}

function withOddByte([text, at, byte]: [string, number, number]): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length > 0) bytes[at % bytes.length] = byte
  return bytes
}

const ENCODINGS: ((text: string) => Buffer)[] = [
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
  (text) => Buffer.from(text, 'latin1'),
  // A surrogate as three bytes, which is not UTF-8.
  (text) => Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
  (text) => Buffer.from(`${text}\0`),
]

/** Text that a database refuses, or gives back as another text. */
const UNSTORABLE = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '"cmd_\\u0000"']

const ODD_VALUES = [
  '1e999',
  '-1e999',
  '1e4',
  '3.012e4',
  '30000.0',
  '30000.5',
  '-0',
  '0',
  '65536',
  '123456789012345678901234567890',
  '0x10',
  'NaN',
  'Infinity',
  'null',
  'true',
  '[]',
  '{}',
  '[30120]',
  '{"toString":1}',
  '"30120"',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"cmd_\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00"',
  '"cmd_\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000"',
  '"cmd_7zzzzzzzzzzzzzzzzzzzzzzzzz"',
  '"cmd_00000000000000000000000000"',
  '"cmd_8zzzzzzzzzzzzzzzzzzzzzzzzz"',
  `"${'9'.repeat(5_000)}"`,
]

const ODD_TEXTS = [
  '',
  ' ',
  '\n\t',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '{}',
  '{',
  '}',
  '{"serverPort":}',
  '{"serverPort":1,}',
  "{'serverPort':1}",
  '{"serverPort":1}{"serverPort":2}',
  '{"serverPort":1,"serverPort":"x"}',
  '{"serverPort":"x","serverPort":1}',
  '{"__proto__":{"serverPort":1}}',
  '{"__proto__":null,"serverPort":1}',
  '{"constructor":{"prototype":{"serverPort":1}}}',
  '/* */{"serverPort":1}',
  'serverPort=30120',
  '<xml/>',
  '{"\\u0073erverPort":1}',
  '{"\\ud800":1,"serverPort":1}',
  '\ufeff\ufeff{"serverPort":1}',
  '{"serverPort":1}\ufeff',
  '"\\x"',
  '[1,2',
  '{"a":1e400}',
  `{"a":${'9'.repeat(400)}}`,
  '\u2028',
  'undefined',
]
