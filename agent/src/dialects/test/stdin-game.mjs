// A game server on its standard input. What it ran is appended to the file it was given, before it answers.
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [, , ranFile] = process.argv
const LONG = Array.from({ length: 900 }, (_, i) => `line ${i} of a long answer`).join('\n')

console.log('starting')
setTimeout(() => console.log('Done (0.1s)! For help, type "help"'), 20)

createInterface({ input: process.stdin }).on('line', (command) => {
  if (command === 'die-before') process.exit(1)
  appendFileSync(ranFile, `${command}\n`)
  if (command === 'die-after') process.exit(1)
  if (command === 'stop') process.exit(0)
  if (command === 'list') console.log('online: \u001b[32mSteve\u001b[0m\nonline: Alex')
  else if (command === 'long') console.log(LONG)
  else if (command !== 'nothing') console.log(`did ${command}`)
})
