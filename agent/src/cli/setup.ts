import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { DIALECT_NAMES } from '../console-config.ts'
import { type AgentConfig, ConfigError, readConfig } from '../config.ts'
import type { Options } from './options.ts'
import { tryConsole, tryStore } from './check-connections.ts'

type Name = 'url' | 'key' | 'dialect' | 'program' | 'host' | 'port' | 'password' | 'server-port'
type Question = { name: Name; text: string; usual?: string; of?: 'network' | 'stdin' }

const QUESTIONS: Question[] = [
  { name: 'url', text: 'Address of the store' },
  { name: 'key', text: 'Key of this server, from `quartermaster server create`' },
  { name: 'dialect', text: `Console (${DIALECT_NAMES.join(', ')})`, usual: 'minecraft' },
  { name: 'program', text: 'What starts the game server, with its arguments', of: 'stdin' },
  { name: 'host', text: 'Host of the console', usual: '127.0.0.1', of: 'network' },
  { name: 'port', text: 'Port of the console', of: 'network' },
  { name: 'password', text: 'Password of the console', of: 'network' },
  { name: 'server-port', text: 'Port that players connect to; may be left empty', usual: '' },
]
const USUAL_PORTS: Record<string, string> = {
  minecraft: '25575',
  source: '27015',
  rust: '28016',
  openttd: '3977',
  quake3: '27960',
}

export async function setup(options: Options): Promise<number> {
  const file = resolve(options.config)
  const draft = `${file}.new`
  const person = options.yes ? undefined : createPerson()
  const ask: Ask = async (text, usual) => (person ? person.ask(text, usual) : usual)
  try {
    if (existsSync(file) && person && !(await agrees(ask, `${file} is there already. Replace it?`))) return 1
    await writePrivate(draft, configOf(await collect(options, ask)))
    const config = readDraft(draft, file)
    const tried = [await tryStore(config), await tryConsole(config.console)]
    for (const { ok, told } of tried) console.log(`${ok ? '✓' : '✗'} ${told}`)
    const works = tried.every(({ ok }) => ok)
    if (!works && person && !(await agrees(ask, 'Write it all the same?'))) return 1
    await rename(draft, file)
    console.log(`Written: ${file}\nStart the agent with: npx quartermaster-agent run --config ${options.config}`)
    return works ? 0 : 1
  } finally {
    person?.leave()
    await rm(draft, { force: true })
  }
}

/** Its faults are told of the file that was asked for; nobody has seen the draft. */
function readDraft(draft: string, file: string): AgentConfig {
  try {
    return readConfig(draft)
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(file, error.faults) : error
  }
}

type Ask = (text: string, usual: string) => Promise<string>
type Answers = Record<Exclude<Name, 'program'>, string> & { program?: string }

async function collect(options: Options, ask: Ask): Promise<Answers> {
  const answers: Partial<Answers> = {}
  for (const { name, text, usual = '', of } of QUESTIONS) {
    if (of && of !== (answers.dialect === 'stdin' ? 'stdin' : 'network')) continue
    const expected = name === 'port' ? (USUAL_PORTS[answers.dialect ?? ''] ?? '') : usual
    answers[name] = options[name] ?? (await ask(text, expected))
  }
  return answers as Answers
}

async function agrees(ask: Ask, text: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`${text} (yes/no)`, 'no'))
}

/** Reads answers as lines, so that they may come from a file as well. The end of them is an empty answer for ever. */
function createPerson(): { ask: Ask; leave: () => void } {
  const reader = createInterface({ input: process.stdin })
  const lines = reader[Symbol.asyncIterator]()
  return {
    async ask(text, usual) {
      process.stdout.write(`${text}${usual && ` [${usual}]`}: `)
      const { value } = (await lines.next()) as { value?: string }
      return value?.trim() || usual
    },
    leave: () => reader.close(),
  }
}

function configOf(answers: Answers): object {
  const { url, key, dialect, program, host, port, password, 'server-port': serverPort } = answers
  const [start, ...args] = (program ?? '').split(/\s+/)
  return {
    url,
    ...(key !== '' && { key }),
    ...(serverPort !== '' && { serverPort: Number(serverPort) }),
    console:
      dialect === 'stdin'
        ? { dialect, program: start, args }
        : { dialect, host, port: Number(port), ...(password !== '' && { password }) },
    failures: [],
  }
}

/** Written for its owner alone from the first byte on. */
async function writePrivate(path: string, config: object): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.chmod(0o600)
    await file.writeFile(`${JSON.stringify(config, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}
