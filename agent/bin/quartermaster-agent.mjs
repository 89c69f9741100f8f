#!/usr/bin/env node
import { existsSync } from 'node:fs'
import * as module from 'node:module'
import { setFlagsFromString } from 'node:v8'

// The parser of HTTP below `fetch` is WebAssembly. To make it faster than it need be would take 9 MiB, for ever.
for (const flag of ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up']) setFlagsFromString(flag)
// Compiled once a version, not at every start.
module.enableCompileCache?.()
// Published, it is JavaScript for Node 20. In the project it is TypeScript as it is, which needs Node 24.
const source = new URL('../src/cli/main.ts', import.meta.url)
const isProject = existsSync(source)
if (isProject && Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`This needs Node 24 and this is ${process.version}. Start it with \`npx quartermaster-agent\`.`)
  process.exit(1)
}
const { main } = await import(isProject ? source.href : new URL('../src/cli/main.js', import.meta.url).href)
process.exitCode = await main(process.argv.slice(2))
