import { PROGRAM } from '../program.ts'

export const HELP: Record<string, string> = {
  'quartermaster-agent': `Runs what a Quartermaster store sold on the console of a game server.

  quartermaster-agent [command] [options]

  run       deliver until stopped (the default command)
  setup     ask for the settings, test them and write the configuration
  check     test the connections to the store and to the console
  link      print a code that proves who a player is in the storefront
  journal   list everything that ran, to compare it with a store that was restored
  status    show uncertain, failed and recent deliveries
  systemd   print a unit file for systemd

  -c, --config FILE   the configuration file (default: quartermaster-agent.json)
  -h, --help          show this help, or the help of a command
  -v, --version       print the version

Examples:
  ${PROGRAM} setup
  ${PROGRAM}`,

  run: `Delivers until it is stopped.

  quartermaster-agent run [--config FILE] [--log-format text|json]

Example:
  quartermaster-agent run --config /etc/quartermaster-agent/config.json`,

  setup: `Asks for the settings of the agent, tests them and writes the configuration. Only its owner can read the file.

  quartermaster-agent setup [--config FILE] [--url URL] [--key KEY] [--dialect NAME] [--host HOST] [--port N]
                            [--password PASSWORD] [--program TEXT] [--server-port N] [--yes]

  -y, --yes   ask nothing: use default values, and replace an existing configuration

Examples:
  quartermaster-agent setup
  quartermaster-agent setup --url https://shop.example --key "$KEY" --dialect minecraft --port 25575 --password "$RCON" --yes`,

  check: `Tests the server key at the store and the console of the game. The exit code is 0 if both work.

  quartermaster-agent check [--config FILE]

Example:
  quartermaster-agent check`,

  link: `Prints a code for a player. If they type it in the storefront within 10 minutes, they have proved who they are. For
plugins and scripts that run when a player types /link. Show the code to this player and to nobody else.

  quartermaster-agent link --player ID [--config FILE] [--json]

Example:
  quartermaster-agent link --player steve-42`,

  journal: `Lists every delivery of which a command ran or may have run, oldest first. After a restore of the store's database,
\`quartermaster backup reconcile\` reads the JSON. The agent can run at the same time, and the store need not.

  quartermaster-agent journal [--since TIME] [--config FILE] [--json]

Example:
  quartermaster-agent journal --since 2026-11-16T14:00:00Z --json > lobby.json`,

  status: `Shows uncertain, failed and recent deliveries from the journal. The agent can run at the same time.

  quartermaster-agent status [--config FILE] [--json]

Example:
  quartermaster-agent status --json`,

  systemd: `Prints a unit file for systemd that gives the agent only the rights that it needs.

  quartermaster-agent systemd [--config FILE] [--user NAME]

Example:
  quartermaster-agent systemd --user minecraft | sudo tee /etc/systemd/system/quartermaster-agent.service
  sudo systemctl enable --now quartermaster-agent`,
}
