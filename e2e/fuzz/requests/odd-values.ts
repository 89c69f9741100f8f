import { readFileSync } from 'node:fs'
import type { Header } from '../message.ts'

/** `jsonValues` are texts of JSON values, some of them invalid. The characters of `bodies` are the bytes that are sent. */
type OddValues = Record<'texts' | 'moments' | 'idempotencyKeys' | 'etags' | 'jsonValues' | 'bodies', string[]>

/** HTTP allows the valid texts, so the server must answer them. `garbage` is not a request at all. */
type OddHttp = Record<'methods' | 'versions', { valid: string[]; invalid: string[] }> &
  Record<'targets' | 'targetSuffixes' | 'queries' | 'contentTypes' | 'garbage', string[]> &
  Record<'headers' | 'invalidHeaders', Header[]> &
  Record<'hosts' | 'extraHeaders', Header[][]>

const NUMBERS = [0, -0, -1, 1, 0.5, -0.1, 1e-7, 127, 128, 32_767, 32_768, 65_536, 1e20, 1e100, 1e308, -1e308]
const values = readList('odd-values.json') as OddValues
const http = readList('odd-http.json') as OddHttp

/** Values that have broken programs before. Long ones are here, all others in the JSON file. */
export const ODD: OddValues & { numbers: number[] } = {
  ...values,
  texts: [...values.texts, '🏴‍☠️'.repeat(30), ...[255, 256, 5_000].map((length) => 'a'.repeat(length)), 'é'.repeat(300)],
  idempotencyKeys: [...values.idempotencyKeys, 'x'.repeat(255), 'x'.repeat(256)],
  jsonValues: [
    ...values.jsonValues,
    `"cmd_${String.raw`\ud83d\ude00`.repeat(13)}"`,
    `"cmd_${String.raw`\u0000`.repeat(26)}"`,
    `"${'9'.repeat(5_000)}"`,
  ],
  bodies: [
    ...values.bodies,
    ...[14, 15, 16, 17, 100, 2_000, 4_000].flatMap((depth) => [
      '['.repeat(depth),
      '['.repeat(depth) + ']'.repeat(depth),
      `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    ]),
    ...[15_000, 40_000].map((length) => `{"name":"${'a'.repeat(length)}"}`),
    `{"items":[${'1,'.repeat(7_000)}1]}`,
    `{${Array.from({ length: 1_000 }, (_, i) => `"k${i}":${i}`).join()}}`,
    `{"a":${'9'.repeat(400)}}`,
  ],
  numbers: [
    ...NUMBERS,
    ...[31, 32, 53, 63, 64].flatMap((bits) => [2 ** bits - 1, 2 ** bits, 2 ** bits + 1, -(2 ** bits)]),
  ],
}

/** Parts of HTTP messages that have broken servers before. Their characters are the bytes that are sent. */
export const ODD_HTTP: OddHttp = {
  ...http,
  methods: { ...http.methods, invalid: [...http.methods.invalid, 'A'.repeat(300)] },
  queries: [...http.queries, `q=${'a'.repeat(3_000)}`],
  hosts: [...http.hosts, [['Host', 'x'.repeat(2_000)]]],
  contentTypes: [...http.contentTypes, `application/json; a=${'b'.repeat(2_000)}`],
  garbage: [...http.garbage, `GET /${'a'.repeat(70_000)}`, 'A'.repeat(20_000)],
}

function readList(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
}
