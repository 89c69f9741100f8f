import { dirname, resolve } from 'node:path'
import { readConfig } from '../config.ts'
import type { Options } from './options.ts'

/** With the paths of this installation; a game server that the agent starts itself needs more than this allows. */
export async function systemd(options: Options): Promise<number> {
  const config = readConfig(options.config)
  const program = resolve(process.argv[1] ?? 'quartermaster-agent')
  const isAlone = config.console.dialect !== 'stdin'
  console.log(`[Unit]
Description=Quartermaster agent
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=${quoted(process.execPath)} ${quoted(program)} run --config ${quoted(config.file)}
WorkingDirectory=${dirname(config.file)}
User=${options.user ?? 'quartermaster'}
Restart=always
RestartSec=2
TimeoutStopSec=30
UMask=0077
${isAlone ? hardened(dirname(config.journal)) : '# The agent starts the game server, so what both may do is for you to limit.'}

[Install]
WantedBy=multi-user.target`)
  return 0
}

/** No MemoryDenyWriteExecute: the engine below the agent writes code as it runs. */
function hardened(journalFolder: string): string {
  return `ReadWritePaths=${journalFolder}
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
CapabilityBoundingSet=
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources`
}

function quoted(path: string): string {
  return /[\s"'\\%$]/.test(path)
    ? `"${path.replace(/["\\]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`
    : path
}
