type Values = { url: string; key: string; password: string }

/** A file or a command of a game, and the lines to paste. `{…}` of texts are in `connect.<game>`. */
export type Guide = {
  name: string
  /** How the queue is presented to the client of this game. */
  profile?: 'mta'
  /** `resource` and `mod` have their own folder in `integrations`. */
  way: 'agent' | 'resource' | 'mod' | 'public'
  /** The settings of the game: console or mod. */
  settings: (values: Values) => string
  /** How the agent is started. */
  agent?: { dialect: string; port: number }
}

/** The pages in `docs/connect` explain each of them. */
export const GUIDES = {
  minecraft: {
    name: 'Minecraft',
    way: 'agent',
    settings: ({ password }) =>
      `enable-rcon=true\nrcon.port=25575\nrcon.password=${password}\nbroadcast-rcon-to-ops=false`,
    agent: { dialect: 'minecraft', port: 25_575 },
  },
  rust: {
    name: 'Rust',
    way: 'agent',
    settings: ({ password }) => `+rcon.web 1 +rcon.ip 127.0.0.1 +rcon.port 28016 +rcon.password "${password}"`,
    agent: { dialect: 'rust', port: 28_016 },
  },
  source: {
    name: "Garry's Mod, TF2, CS:S",
    way: 'agent',
    settings: ({ password }) => `rcon_password "${password}"`,
    agent: { dialect: 'source', port: 27_015 },
  },
  fivem: {
    name: 'FiveM',
    way: 'resource',
    settings: ({ url, key }) =>
      `set qm_url "${url}"\nset qm_key "${key}"\nset qm_identifier "license"\nensure quartermaster`,
  },
  mta: {
    name: 'MTA:SA',
    profile: 'mta',
    way: 'public',
    settings: ({ url, key }) => `${url}\n${key}`,
  },
  luanti: {
    name: 'Luanti',
    way: 'mod',
    settings: ({ url, key }) =>
      `secure.http_mods = quartermaster\nquartermaster.url = ${url}\nquartermaster.key = ${key}`,
  },
  teeworlds: {
    name: 'Teeworlds, DDNet',
    way: 'agent',
    settings: ({ password }) => `ec_port 8403\nec_password "${password}"\nec_output_level 2`,
    agent: { dialect: 'teeworlds', port: 8_403 },
  },
  openarena: {
    name: 'OpenArena, Quake 3',
    way: 'agent',
    settings: ({ password }) => `set rconPassword "${password}"`,
    agent: { dialect: 'quake3', port: 27_960 },
  },
  other: {
    name: 'ARK, Palworld, Factorio',
    way: 'agent',
    settings: ({ password }) => `RCONEnabled=True\nRCONPort=27020\nServerAdminPassword=${password}`,
    agent: { dialect: 'source-rcon', port: 27_020 },
  },
} satisfies Record<string, Guide>

export type GameName = keyof typeof GUIDES

const ALIASES: Record<string, GameName> = { gmod: 'source', tf2: 'source', css: 'source', ddnet: 'teeworlds' }

/** The guide of the game that a server names, else the one for any game with a console. */
export function gameOf(game: string | null): GameName {
  const name = game?.toLowerCase() ?? 'other'
  return name in GUIDES ? (name as GameName) : (ALIASES[name] ?? 'other')
}

export function guideOf(game: GameName): Guide {
  return GUIDES[game]
}

/** The lines that set up and start the executable of a release (docs/connect/agent.md) on the machine of the game. */
export function agentLines({ dialect, port }: NonNullable<Guide['agent']>, { url, key, password }: Values): string {
  return [
    `./quartermaster-agent setup --url ${url} \\`,
    `  --key ${key} --dialect ${dialect} \\`,
    `  --port ${port} --password ${password} --yes`,
    './quartermaster-agent',
  ].join('\n')
}
