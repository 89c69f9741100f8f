#!/usr/bin/env node
// Published, the code is JavaScript beside this file's folder; in the workspace it is TypeScript that Node runs as it is.
import { existsSync } from 'node:fs'

const source = new URL('../src/cli.ts', import.meta.url)
if (existsSync(source) && Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`The workspace runs TypeScript as it is, which needs Node 24; this is ${process.version}.`)
  process.exit(2)
}
const { main } = await import(existsSync(source) ? source.href : new URL('../src/cli.js', import.meta.url).href)
process.exitCode = await main(process.argv.slice(2))
