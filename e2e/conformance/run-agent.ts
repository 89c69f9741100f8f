import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { main } from '../../agent/src/cli/main.ts'
import { builtAgent } from '../../agent/test/agent-command.ts'

/**
 * Runs the agent as an owner would, with the RCON console of the kit:
 *
 *   quartermaster-conformance --interface 2.0 --console words --client "node e2e/conformance/run-agent.ts"
 */
async function runAgent(): Promise<number> {
  const { QM_URL, QM_KEY, QM_RCON_HOST, QM_RCON_PORT, QM_RCON_PASSWORD, QM_STATE } = process.env
  if (!QM_STATE) {
    console.error(
      'QM_STATE and other variables are missing. Start this program with quartermaster-conformance --client.',
    )
    return 2
  }
  const file = join(QM_STATE, 'quartermaster-agent.json')
  const rcon = { dialect: 'minecraft', host: QM_RCON_HOST, port: Number(QM_RCON_PORT), password: QM_RCON_PASSWORD }
  const config = { url: QM_URL, key: QM_KEY, serverPort: 25565, console: rcon, onlineSeconds: 1 }
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(config), { mode: 0o600 })
  const args = ['run', '--config', file]
  const built = builtAgent()
  if (built !== undefined) process.execve?.(built, [built, ...args])
  return main(args)
}

process.exitCode = await runAgent()
