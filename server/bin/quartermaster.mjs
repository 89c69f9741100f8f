#!/usr/bin/env node
// Node 24 runs TypeScript directly. Older versions would fail with a confusing syntax error.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Quartermaster needs Node 24, but this is ${process.version}. Run \`npm ci\` and start it with \`npx quartermaster\`: the project brings its own Node.`,
  )
  process.exit(1)
}
// Keeps compiled modules between runs, which makes every command start faster.
const { enableCompileCache } = await import('node:module')
enableCompileCache()
// A reader such as `head` can close the pipe early. That is not an error.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
})
const { main } = await import('../src/cli/main.ts')
process.exitCode = await main(process.argv)
