import { readFileSync } from 'node:fs'
import type { Header } from '../message.ts'

/** HTTP allows the valid texts, so the server must answer them. `garbage` is not a request at all. */
type OddHttp = Record<'methods' | 'versions', { valid: string[]; invalid: string[] }> &
  Record<'targets' | 'targetSuffixes' | 'queries' | 'contentTypes' | 'garbage', string[]> &
  Record<'headers' | 'invalidHeaders', Header[]> &
  Record<'hosts' | 'extraHeaders', Header[][]>

const listed = JSON.parse(readFileSync(new URL('odd-http.json', import.meta.url), 'utf8')) as OddHttp

/** Parts of HTTP messages that have broken servers before. Their characters are the bytes that are sent. */
export const ODD_HTTP: OddHttp = {
  ...listed,
  methods: { ...listed.methods, invalid: [...listed.methods.invalid, 'A'.repeat(300)] },
  queries: [...listed.queries, `q=${'a'.repeat(3_000)}`],
  hosts: [...listed.hosts, [['Host', 'x'.repeat(2_000)]]],
  contentTypes: [...listed.contentTypes, `application/json; a=${'b'.repeat(2_000)}`],
  garbage: [...listed.garbage, `GET /${'a'.repeat(70_000)}`, 'A'.repeat(20_000)],
}
