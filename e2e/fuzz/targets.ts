import fc from 'fast-check'
import { KEY } from './headers.ts'

/** The three of 1.0, and those of 2.0. */
export type Operation = 'init' | 'poll' | 'report' | 'init2' | 'poll2' | 'report2'

export const PATHS: Record<Operation, string> = {
  init: '/api/games/1.0/init',
  poll: '/api/games/1.0/commands/pending-commands',
  report: '/api/games/1.0/commands/mark-as-processed',
  init2: '/api/games/2.0/init',
  poll2: '/api/games/2.0/poll',
  report2: '/api/games/2.0/report',
}

/** Text whose characters are the bytes that go out. `clean`: a request line may hold it, so an answer is owed. */
export type Part = { text: string; clean: boolean }

/** The address of an operation, or something that looks like one. */
export function targets(path: string): fc.Arbitrary<Part> {
  const query = fc.oneof(
    fc.webQueryParameters(),
    fc.constantFrom(
      '',
      '&',
      '=',
      '%',
      '%zz=%',
      'a=%00',
      '__proto__=1',
      '__proto__[x]=1',
      'a[]=1&a[]=2',
      `q=${'a'.repeat(3_000)}`,
      '?',
    ),
    fc.constant(KEY),
  )
  const clean = fc.oneof(
    query.map((text) => `${path}?${text}`),
    fc.nat().map((n) => encodeOne(path, n)),
    fc.nat().map((n) => otherCase(path, n)),
    fc.constantFrom(...ODD_TARGETS),
    fc.constantFrom(...SUFFIXES).map((suffix) => path + suffix),
    fc.constantFrom(...SUFFIXES).map((prefix) => prefix + path),
    fc
      .tuple(fc.constantFrom(1_000, 8_000, 16_000, 17_000, 40_000), fc.constantFrom('a', '/', '%41', '%'))
      .map(([length, unit]) => `${path}/${unit.repeat(length / unit.length)}`),
    fc.constant(`/${KEY}`),
    fc.webPath().map((text) => `/${text.replace(/^\/+/, '')}`),
    fc.constant(`http://127.0.0.1${path}`),
  )
  return fc.oneof(
    { weight: 9, arbitrary: clean.map((text) => ({ text, clean: true })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.nat(), fc.constantFrom(...ODD_BYTES))
        .map(([at, odd]) => ({ text: spliced(path, at, odd), clean: false })),
    },
  )
}

const SUFFIXES = [
  '/',
  '//',
  '/.',
  '/..',
  '/../init',
  '%2f',
  '%2F',
  '%00',
  '%',
  '%zz',
  '%C0%AF',
  '%ff',
  '%u0041',
  ';a=1',
  '/%2e%2e/init',
  '.json',
  '@',
  '\\',
  '*',
  ':a',
  '(.*)',
  '?',
  '#x',
]

const ODD_TARGETS = [
  '/',
  '*',
  '//',
  '///',
  '/api',
  '/api/',
  '/api/games/3.0/init',
  '/api/games/2.0',
  '/api/games/1.0',
  '/api/games/1.0/commands',
  '/api/games/1.0/commands/',
  '//api/games/1.0/init',
  '/%',
  '/%zz',
  '/%00',
  '/..',
  '/../../etc/passwd',
  '/favicon.ico',
  '/metrics',
  '/readyz',
  '/__proto__',
  '/constructor',
  '/api/games/1.0/__proto__',
  '/*',
  '/:id',
  '/%E0%A4%A',
  '/?',
  '/#',
]

const ODD_BYTES = ['\0', ' ', '\t', '\x01', '\x7f', '\x80', '\r', '\n', '\x1b', '\u00ff']

function encodeOne(path: string, n: number): string {
  const at = n % path.length
  return `${path.slice(0, at)}%${path.charCodeAt(at).toString(16)}${path.slice(at + 1)}`
}

function otherCase(path: string, n: number): string {
  const at = n % path.length
  return path.slice(0, at) + path.slice(at).toUpperCase()
}

function spliced(path: string, at: number, odd: string): string {
  const where = at % (path.length + 1)
  return path.slice(0, where) + odd + path.slice(where)
}
