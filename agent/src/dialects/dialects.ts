import type { Dialect } from './dialect.ts'
import { openEcon } from './econ.ts'
import { openOpenttdAdmin } from './openttd-admin.ts'
import { quake3Rcon } from './quake3-rcon.ts'
import { createMinecraftList } from './read-minecraft-list.ts'
import { readSourceStatus } from './read-source-status.ts'
import { sourceRcon } from './source-rcon.ts'
import { openStdin, type StdinSettings } from './stdin.ts'
import { openWebsocketRcon } from './websocket-rcon.ts'

/** A packet is 14 bytes longer than its text, and Minecraft reads 1,460 bytes at once. */
export const MINECRAFT_MOST_BYTES = 1_446
/** The tokenizer of Source games holds 512. */
export const SOURCE_MOST_BYTES = 510

const QUAKE3_FAILURES = [
  /^(Player .* is not on the server|Bad slot|Bad client slot|Unknown command|Usage:|Can't find)/i,
]

/**
 * The consoles that are reached over the network, by the names that owners give them in their configuration. Each
 * failure holds on to the beginning of a line that the game wrote: a player who can say words that look like one would
 * get his goods again.
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
      const open = sourceRcon({ mostBytes: MINECRAFT_MOST_BYTES, ends: 'short-packet', online: createMinecraftList() })
      return open(settings, signal)
    },
  },
  {
    name: 'source',
    game: 'source',
    failures: [/^Unknown command/i, /^\[SM\] (No matching client|More than one client|Usage:|Unable to)/m],
    open: sourceRcon({
      mostBytes: SOURCE_MOST_BYTES,
      ends: 'mirror',
      online: async (run) => readSourceStatus(await run('status')),
    }),
  },
  {
    // ARK, Palworld and any other game that speaks Source RCON. Little is known of them, so ids have to be plain.
    name: 'source-rcon',
    game: 'plain',
    failures: [/^Unknown command/i],
    open: sourceRcon({ mostBytes: MINECRAFT_MOST_BYTES, ends: 'short-packet' }),
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
    // Engines that stem from ioquake3 limit each caller to ten at once and one a second.
    name: 'quake3',
    game: 'quake3',
    failures: QUAKE3_FAILURES,
    open: quake3Rcon({ burst: 9, periodMs: 1_050, gapMs: 0 }),
  },
  {
    // The engines of id Software and Call of Duty drop what comes within half a second of the last.
    name: 'quake3-original',
    game: 'quake3',
    failures: QUAKE3_FAILURES,
    open: quake3Rcon({ burst: 9, periodMs: 1_050, gapMs: 550 }),
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

/** The console of a game server that the agent starts itself. */
export const STDIN_DIALECT: Dialect<StdinSettings> = { name: 'stdin', game: 'plain', failures: [], open: openStdin }
