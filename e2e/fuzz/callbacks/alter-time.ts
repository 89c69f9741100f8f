import { type Alterations, append, prepend, replace, type Spelling } from './alteration.ts'
import { headerOf, TIMES, valueAt, withHeader, withValueAt } from './callback-parts.ts'

/** Another time, or another spelling of the same time, with the old signature. */
export const TIME: Alterations = {
  'another time': (parts, { random }) => {
    const by = random.pick([-1, 1]) * random.pick([1, 2, 60, 299, random.integer(1, 290), 100_000])
    const text = valueAt(parts, TIMES[parts.provider])
    const moved = parts.provider === 'paypal' ? movedDate(text, by) : String(Number(text) + by)
    return withValueAt(parts, TIMES[parts.provider], moved)
  },
  'another spelling': (parts, { random }) => {
    const text = valueAt(parts, TIMES[parts.provider])
    return withValueAt(parts, TIMES[parts.provider], random.pick(parts.provider === 'paypal' ? DATES : NUMBERS)(text))
  },
  'no time': (parts, { random }) => withValueAt(parts, TIMES[parts.provider], random.pick(NO_TIMES)),
  'two times': (parts, { random }) => {
    const { header } = TIMES[parts.provider]
    const now = valueAt(parts, TIMES[parts.provider])
    const other = random.pick([now, String(Number(now) - 1), '0', ''])
    const [whole, name] = /^(ts?)=/.exec(headerOf(parts, header)) ?? []
    if (whole === undefined) return withHeader(parts, header, `${now},${other}`)
    const text = headerOf(parts, header)
    const more = `${name}=${other}`
    return withHeader(parts, header, random.pick([`${more},${text}`, `${text},${more}`]))
  },
}

function movedDate(text: string, seconds: number): string {
  return new Date(Date.parse(text) + seconds * 1000).toISOString().replace(/\.\d+/, '')
}

const NUMBERS: Spelling[] = [
  ...prepend('+', '-', '0', ' '),
  ...append('.0', '.', 'e0', '000', 'n', 'abc', ' ', '=1'),
  ...replace(/^.{5}/, '$&_', '$& '),
  (text) => `${Number(text) / 1000}e3`,
  (text) => `0x${Number(text).toString(16)}`,
  (text) => text.slice(0, -1),
  (text) =>
    [...text].map((digit) => Buffer.from(String.fromCharCode(0xff10 + Number(digit))).toString('latin1')).join(''),
]

const DATES: Spelling[] = [
  ...prepend('+00'),
  ...replace('Z', '.000Z', '+00:00', '-00:00', ''),
  ...replace('T', ' '),
  (text) => text.toLowerCase(),
  (text) => new Date(text).toUTCString(),
  (text) => String(Date.parse(text)),
  (text) => String(Date.parse(text) / 1000),
  (text) => text.slice(0, -4),
]

const NO_TIMES = ['', '0', '-1', 'NaN', 'Infinity', '1e999', 'now', 'null', '9999999999', '99999999999999999999', '٣']
