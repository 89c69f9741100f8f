import type { Dialect } from './dialect.ts'
import { openEcon } from './econ.ts'
import { openOpenttdAdmin } from './openttd-admin.ts'
import { quake3Rcon } from './quake3-rcon.ts'
import { createMinecraftPlayerList } from './online-players/read-minecraft-list.ts'
import { readSourceStatus } from './online-players/read-source-status.ts'
import { sourceRcon } from './source-rcon.ts'
import { openStdin, type StdinSettings } from './stdin.ts'
import { openWebsocketRcon } from './websocket-rcon.ts'

/** Minecraft reads 1,460 bytes at once, and a packet is 14 bytes longer than its text. */
export const MINECRAFT_MAX_COMMAND_BYTES = 1_446
/** The tokenizer of Source games has room for 512 bytes. */
export const SOURCE_MAX_COMMAND_BYTES = 510

const QUAKE3_FAILURES = [
  /^(Player .* is not on the server|Bad slot|Bad client slot|Unknown command|Usage:|Can't find)/i,
]

/**
 * The consoles with a network connection, by the names that owners use in their configuration. Each failure pattern
 * matches only the beginning of a line that the game itself printed. Otherwise players could print a failure message on
 * purpose and receive their purchase a second time.
 */
const NETWORK_DIALECTS: Dialect[] = [
  {
    name: 'minecraft',
    game: 'minecraft',
    failures: [
      /^Unknown (or incomplete )?command/i,
      /^Incorrect argument/i,
      /^(No (player|entity) was found|That player (does not exist|cannot be found)|Player not found)/i,
      /^(Unknown|Can't find|Invalid) (item|entity|effect|block|enchantment|name or UUID)/i,
      /^Usage: /i,
      /^An unexpected error occurred/i,
      /<--\[HERE\]$/,
    ],
    open: (settings, signal) => {
      const open = sourceRcon({
        maxCommandBytes: MINECRAFT_MAX_COMMAND_BYTES,
        endOfResponse: 'short-packet',
        online: createMinecraftPlayerList(),
      })
      return open(settings, signal)
    },
  },
  {
    name: 'source',
    game: 'source',
    failures: [/^Unknown command/i, /^\[SM\] (No matching client|More than one client|Usage:|Unable to)/m],
    open: sourceRcon({
      maxCommandBytes: SOURCE_MAX_COMMAND_BYTES,
      endOfResponse: 'mirrored-packet',
      online: async (run) => readSourceStatus(await run('status')),
    }),
  },
  {
    // ARK, Palworld and other games with Source RCON. Their quoting rules are unknown, so ids have to be plain.
    name: 'source-rcon',
    game: 'plain',
    failures: [/^Unknown command/i],
    open: sourceRcon({ maxCommandBytes: MINECRAFT_MAX_COMMAND_BYTES, endOfResponse: 'short-packet' }),
  },
  {
    name: 'rust',
    game: 'rust',
    failures: [
      /^Command '.*' not found/i,
      /^(Player not found|No player found|Couldn't find player)/i,
      /^Invalid item/i,
    ],
    open: openWebsocketRcon,
  },
  {
    name: 'teeworlds',
    game: 'teeworlds',
    failures: [/^(\[[\d :-]+\]\[console\]|[\d :-]+ I (console|chatresp)): (No such command|Invalid arguments)/im],
    open: openEcon,
  },
  {
    // Engines based on ioquake3 allow each address ten requests at once and one per second after that.
    name: 'quake3',
    game: 'quake3',
    failures: QUAKE3_FAILURES,
    open: quake3Rcon({ burst: 9, intervalMs: 1_050, minGapMs: 0 }),
  },
  {
    // The engines of id Software and Call of Duty drop requests within half a second of the previous one.
    name: 'quake3-original',
    game: 'quake3',
    failures: QUAKE3_FAILURES,
    open: quake3Rcon({ burst: 9, intervalMs: 1_050, minGapMs: 550 }),
  },
  {
    name: 'openttd',
    game: 'openttd',
    failures: [/^(ERROR: )?Command '.*' not found/im, /^(ERROR: |Invalid client)/m, /is an unknown setting|Usage: '/],
    open: openOpenttdAdmin,
  },
]

export const DIALECTS: ReadonlyMap<string, Dialect> = new Map(
  NETWORK_DIALECTS.map((dialect) => [dialect.name, dialect]),
)

/** The console of a game server that the agent itself starts. */
export const STDIN_DIALECT: Dialect<StdinSettings> = { name: 'stdin', game: 'plain', failures: [], open: openStdin }
