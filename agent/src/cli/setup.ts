import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { DIALECT_NAMES } from '../console-config.ts'
import { type AgentConfig, readConfig } from '../config.ts'
import { ConfigError } from '../config-file.ts'
import { PROGRAM } from '../program.ts'
import { checkConsole, checkStore, printChecks } from './check-connections.ts'
import type { Options } from './options.ts'

type Name = 'url' | 'key' | 'dialect' | 'program' | 'host' | 'port' | 'password' | 'server-port'
type Question = { name: Name; text: string; defaultAnswer?: string; onlyFor?: 'network' | 'stdin' }

const QUESTIONS: Question[] = [
  { name: 'url', text: 'Address of the store' },
  { name: 'key', text: 'Key of this server, from `quartermaster server create`' },
  { name: 'dialect', text: `Console (${DIALECT_NAMES.join(', ')})`, defaultAnswer: 'minecraft' },
  { name: 'program', text: 'Program that starts the game server, with its arguments', onlyFor: 'stdin' },
  { name: 'host', text: 'Host of the console', defaultAnswer: '127.0.0.1', onlyFor: 'network' },
  { name: 'port', text: 'Port of the console', onlyFor: 'network' },
  { name: 'password', text: 'Password of the console', onlyFor: 'network' },
  { name: 'server-port', text: 'Port that players connect to (optional)', defaultAnswer: '' },
]
const DEFAULT_PORTS: Record<string, string> = {
  minecraft: '25575',
  source: '27015',
  rust: '28016',
  openttd: '3977',
  quake3: '27960',
}

export async function setup(options: Options): Promise<number> {
  const file = resolve(options.config)
  const draftFile = `${file}.new`
  const prompt = options.yes ? undefined : createPrompt()
  const ask: Ask = async (text, defaultAnswer) => (prompt ? prompt.ask(text, defaultAnswer) : defaultAnswer)
  try {
    if (existsSync(file) && prompt && !(await confirm(ask, `${file} already exists. Replace it?`))) return 1
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writePrivateFile(draftFile, createConfig(await collectAnswers(options, ask)))
    const config = readDraft(draftFile, file)
    const works = printChecks([await checkStore(config), await checkConsole(config.console)])
    if (!works && prompt && !(await confirm(ask, 'Write the configuration anyway?'))) return 1
    await rename(draftFile, file)
    console.log(`Wrote ${file}\nStart the agent with: ${PROGRAM} run --config ${options.config}`)
    return works ? 0 : 1
  } finally {
    prompt?.close()
    await rm(draftFile, { force: true })
  }
}

/** Problems name the final file, because the owner does not know about the draft. */
function readDraft(draftFile: string, file: string): AgentConfig {
  try {
    return readConfig(draftFile)
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(file, error.problems) : error
  }
}

type Ask = (text: string, defaultAnswer: string) => Promise<string>
type Answers = Record<Exclude<Name, 'program'>, string> & { program?: string }

async function collectAnswers(options: Options, ask: Ask): Promise<Answers> {
  const answers: Partial<Answers> = {}
  for (const { name, text, defaultAnswer = '', onlyFor } of QUESTIONS) {
    if (onlyFor && onlyFor !== (answers.dialect === 'stdin' ? 'stdin' : 'network')) continue
    const suggestion = name === 'port' ? (DEFAULT_PORTS[answers.dialect ?? ''] ?? '') : defaultAnswer
    answers[name] = options[name] ?? (await ask(text, suggestion))
  }
  return answers as Answers
}

async function confirm(ask: Ask, text: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`${text} (yes/no)`, 'no'))
}

/** Reads answers as lines, so that they can also come from a file. After the last line all answers are empty. */
function createPrompt(): { ask: Ask; close: () => void } {
  const reader = createInterface({ input: process.stdin })
  const lines = reader[Symbol.asyncIterator]()
  return {
    async ask(text, defaultAnswer) {
      process.stdout.write(`${text}${defaultAnswer && ` [${defaultAnswer}]`}: `)
      const { value } = (await lines.next()) as { value?: string }
      return value?.trim() || defaultAnswer
    },
    close: () => reader.close(),
  }
}

function createConfig(answers: Answers): object {
  const { url, key, dialect, program: commandLine, host, port, password, 'server-port': serverPort } = answers
  const [program, ...args] = (commandLine ?? '').split(/\s+/)
  return {
    url,
    ...(key !== '' && { key }),
    ...(serverPort !== '' && { serverPort: Number(serverPort) }),
    console:
      dialect === 'stdin'
        ? { dialect, program, args }
        : { dialect, host, port: Number(port), ...(password !== '' && { password }) },
    failures: [],
  }
}

/** Other users cannot read the file at any moment, not even before its content is written. */
async function writePrivateFile(path: string, config: object): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.chmod(0o600)
    await file.writeFile(`${JSON.stringify(config, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}
