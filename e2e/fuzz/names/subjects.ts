import { type Game, GAMES } from '@quartermaster/sdk'
import {
  DIALECTS as AGENT_DIALECTS,
  MINECRAFT_MAX_COMMAND_BYTES,
  SOURCE_MAX_COMMAND_BYTES,
} from '../../../agent/src/dialects/dialects.ts'
import { encodeEconCommand } from '../../../agent/src/dialects/econ.ts'
import { encodeOpenttdCommand } from '../../../agent/src/dialects/openttd-admin.ts'
import { encodeQuake3Command } from '../../../agent/src/dialects/quake3-rcon.ts'
import { encodeSourceCommand } from '../../../agent/src/dialects/source-rcon.ts'
import { encodeStdinCommand } from '../../../agent/src/dialects/stdin.ts'
import { encodeRustCommand } from '../../../agent/src/dialects/websocket-rcon.ts'
import { readAny, readAnyBehindRcon } from './readers/read-any.ts'
import { readMinecraft } from './readers/read-minecraft.ts'
import { READ_MODS } from './readers/read-mods.ts'
import { readOpenttd } from './readers/read-openttd.ts'
import { readQuake3 } from './readers/read-quake3.ts'
import { readRust } from './readers/read-rust.ts'
import { readSource } from './readers/read-source.ts'
import { readTeeworlds } from './readers/read-teeworlds.ts'
import type { Reader } from './readers/reader.ts'

/** A console, of a dialect or of a mod: how commands are encoded, how it reads them, and which commands are tried. */
export type Subject = {
  name: string
  game: Game
  encode: (command: string) => Buffer
  read: Reader
  /** The console reads bytes, not characters. */
  readsBytes?: true
  templates: readonly string[]
}

const WORDS = [
  'mark {userId}',
  'mark {userId} 5',
  'mark "{userId}" 5',
  'mark {userId} to {userId}',
  'mark "{userId}" "{userId}"',
  'mark x:{userId}',
] as const
/** For consoles where a text in quotes is always one word. */
const TEXTS = [...WORDS, 'mark "to {userId} now" 5', 'mark {userId} "for {userId}"'] as const

const MARK = 'qm0123456789abcdef01'
const encodeRcon = (command: string) =>
  encodeSourceCommand(command, 7, { maxCommandBytes: MINECRAFT_MAX_COMMAND_BYTES })

const DIALECTS: (Pick<Subject, 'game' | 'encode' | 'read'> & Partial<Subject>)[] = [
  { game: 'minecraft', encode: encodeRcon, read: readMinecraft, templates: WORDS },
  {
    game: 'source',
    encode: (command) => encodeSourceCommand(command, 7, { maxCommandBytes: SOURCE_MAX_COMMAND_BYTES }),
    read: readSource,
    readsBytes: true,
    templates: TEXTS.filter((template) => !template.includes(':')),
  },
  { name: 'source-rcon', game: 'plain', encode: encodeRcon, read: readAnyBehindRcon, templates: WORDS },
  { game: 'rust', encode: (command) => Buffer.from(encodeRustCommand(command, 7)), read: readRust },
  {
    game: 'teeworlds',
    encode: (command) => encodeEconCommand(command, MARK),
    read: readTeeworlds,
    readsBytes: true,
  },
  {
    game: 'quake3',
    encode: (command) => encodeQuake3Command(command, 'sw0rdfish'),
    read: readQuake3,
    readsBytes: true,
  },
  { game: 'openttd', encode: encodeOpenttdCommand, read: readOpenttd },
  { name: 'stdin', game: 'plain', encode: encodeStdinCommand, read: readAny, templates: WORDS },
]

const MODS = GAMES.flatMap((game): typeof DIALECTS => {
  const read = READ_MODS[game]
  if (!read) return []
  const templates = game === 'fivem' ? TEXTS : WORDS
  return [
    {
      game,
      encode: (command) => Buffer.from(command),
      read: (bytes) => read(bytes.toString()),
      readsBytes: true,
      templates,
    },
  ]
})

/** Most dialects have the name of their game. */
export const SUBJECTS: Subject[] = [...DIALECTS, ...MODS].map((one) => ({ name: one.game, templates: TEXTS, ...one }))
const untriedGame = GAMES.find((game) => !SUBJECTS.some((subject) => subject.game === game))
if (untriedGame !== undefined) throw new Error(`${untriedGame} has no reader in e2e/fuzz/names/readers.`)

/** They send the same bytes as another dialect, only at other intervals. */
const SAME_AS_ANOTHER = ['quake3-original']
const tried = [...SUBJECTS.map(({ name }) => name), ...SAME_AS_ANOTHER]
const untried = [...AGENT_DIALECTS.keys()].find((name) => !tried.includes(name))
if (untried !== undefined) {
  throw new Error(`${untried} has no entry in e2e/fuzz/names/subjects.ts. Add its encoding and its reader.`)
}
