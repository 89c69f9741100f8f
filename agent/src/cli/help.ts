export const HELP: Record<string, string> = {
  'quartermaster-agent': `Delivers what a Quartermaster store sold, through the console of a game server.

  quartermaster-agent [command] [options]

  run       delivers, until it is stopped; what happens without a command
  setup     asks for what it needs, tries it, and writes the configuration
  check     tries the store and the console
  status    what waits, what is in doubt, and the last deliveries
  systemd   prints a unit file

  -c, --config FILE   the configuration (quartermaster-agent.json)
  -h, --help          also behind a command

  npx quartermaster-agent setup
  npx quartermaster-agent`,

  run: `Delivers, until it is stopped.

  quartermaster-agent run [--config FILE] [--log-format text|json]

  quartermaster-agent run --config /etc/quartermaster-agent/config.json`,

  setup: `Asks for what the agent needs, tries it, and writes the configuration, readable by its owner only.

  quartermaster-agent setup [--config FILE] [--url URL] [--key KEY] [--dialect NAME] [--host HOST] [--port N]
                            [--password PASSWORD] [--program TEXT] [--server-port N] [--yes]

  --yes   asks nothing: what is not given has its usual value, and a file that is there is replaced

  quartermaster-agent setup
  quartermaster-agent setup --url https://shop.example --key "$KEY" --dialect minecraft --port 25575 --password "$RCON" --yes`,

  check: `Tries the key at the store and the console of the game. Ends with 0 when both answer.

  quartermaster-agent check [--config FILE]

  quartermaster-agent check`,

  status: `What waits, what is in doubt and what was delivered last, from the journal; the agent may run meanwhile.

  quartermaster-agent status [--config FILE] [--json]

  quartermaster-agent status --json`,

  systemd: `Prints a unit file for systemd, with everything taken away that the agent does not need.

  quartermaster-agent systemd [--config FILE] [--user NAME]

  quartermaster-agent systemd --user minecraft | sudo tee /etc/systemd/system/quartermaster-agent.service
  sudo systemctl enable --now quartermaster-agent`,
}
