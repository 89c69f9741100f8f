#!/usr/bin/env node
import { existsSync } from 'node:fs'
import * as module from 'node:module'
import { setFlagsFromString } from 'node:v8'

// The HTTP parser of `fetch` is WebAssembly. Optimising it would permanently use 9 MiB of memory.
for (const flag of ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up']) setFlagsFromString(flag)
module.enableCompileCache?.()

// The published package is JavaScript. A checkout is TypeScript, which Node runs directly from version 24 on.
const source = new URL('../src/cli/main.ts', import.meta.url)
const isCheckout = existsSync(source)
const requiredVersion = isCheckout ? 24 : 22
if (Number(process.versions.node.split('.')[0]) < requiredVersion) {
  const advice = isCheckout
    ? 'Start it with `npx quartermaster-agent`'
    : 'Install a newer version from https://nodejs.org'
  console.error(
    `quartermaster-agent needs Node ${requiredVersion} or newer, but this is Node ${process.versions.node}. ${advice}.`,
  )
  process.exit(1)
}
const { main } = await import(isCheckout ? source.href : new URL('../src/cli/main.js', import.meta.url).href)
process.exitCode = await main(process.argv.slice(2))
// A game that does not complete the WebSocket closing handshake must not keep the stopped agent alive.
setTimeout(() => process.exit(), 2_000).unref()
