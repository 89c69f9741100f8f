// A game server that reads its standard input. Each command is appended to the given file before the response.
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [, , ranFile] = process.argv
const LONG_RESPONSE = Array.from({ length: 900 }, (_, i) => `line ${i} of a long answer`).join('\n')

console.log('starting')
setTimeout(() => console.log('Done (0.1s)! For help, type "help"'), 20)

createInterface({ input: process.stdin }).on('line', (command) => {
  if (command === 'exit-before-running') process.exit(1)
  appendFileSync(ranFile, `${command}\n`)
  if (command === 'exit-after-running') process.exit(1)
  if (command === 'stop') process.exit(0)
  if (command === 'list') console.log('online: \u001b[32mSteve\u001b[0m\nonline: Alex')
  else if (command === 'long') console.log(LONG_RESPONSE)
  else if (command !== 'nothing') console.log(`did ${command}`)
})
