import type { Defer } from '../../e2e/kit/run-harness.ts'
import type { Files } from '../../e2e/published/files.ts'

export type { Files }

/** One way to install Quartermaster, followed as its document describes it. */
export type Way = {
  name: string
  /** Without files of a release, it builds what it installs. */
  install: (defer: Defer, folder: string, files?: Files) => Promise<Installed>
}

/** A server that runs behind Caddy, as a person has it after the last command. */
export type Installed = {
  /** Runs a line of a shell in which `quartermaster` is a command, in a folder that can be written to. Returns what it prints. */
  run: (line: string) => Promise<string>
  hosts: { management: string; stores: string }
  /** Caddy, and the certificate of its own authority. */
  https: { port: number; ca: string }
  /** Where the agent finds the server. The host of an https address leads to Caddy on this machine. */
  apiUrl: string
  /** The page that creates the first account. */
  link: string
  /** What a person types, and what they have to decide. */
  commands: string[]
  decisions: string[]
  /** Sizes of what is installed. */
  figures: Record<string, number>
  /** What only this way promises. Returns broken promises. */
  check?: () => Promise<string[]>
}
