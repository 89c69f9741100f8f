import { dirname } from 'node:path'
import { readConfig } from '../config.ts'
import { programLine } from '../program.ts'
import type { Options } from './options.ts'

const NO_RESTRICTIONS =
  '# The agent starts the game server, so restrictions would also apply to the game. Add those that fit your game.'

/** Prints a unit file with the paths of this installation. */
export async function systemd(options: Options): Promise<number> {
  const config = readConfig(options.config)
  const startsGame = config.console.dialect === 'stdin'
  console.log(`[Unit]
Description=Quartermaster agent
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=${programLine().map(quote).join(' ')} run --config ${quote(config.file)}
WorkingDirectory=${dirname(config.file)}
User=${options.user ?? 'quartermaster'}
Restart=always
RestartSec=2
TimeoutStopSec=30
UMask=0077
${startsGame ? NO_RESTRICTIONS : createRestrictions(dirname(config.journal))}

[Install]
WantedBy=multi-user.target`)
  return 0
}

/** Without MemoryDenyWriteExecute, because Node compiles code at run time. */
function createRestrictions(journalFolder: string): string {
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

function quote(path: string): string {
  return /[\s"'\\%$]/.test(path)
    ? `"${path.replace(/["\\]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`
    : path
}
