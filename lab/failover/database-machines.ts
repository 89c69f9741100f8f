import { chmod, chown, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serverUser } from '@quartermaster/local-postgres/server-user'
import { query } from '../../e2e/kit/query.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { fillTemplate, type Templates } from './fill-template.ts'
import type { Machine } from './machines.ts'

const START_TIMEOUT_MS = 90_000
const REQUEST_TIMEOUT_MS = 2_000

export const PASSWORD = 'harness'

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string }

export type Databases = Awaited<ReturnType<typeof startDatabases>>

/** Starts etcd and Patroni with PostgreSQL on each machine, with the files of `deploy/ha`. */
export async function startDatabases(machines: Machine[], templates: Templates) {
  for (const machine of machines) await install(machine, templates)
  for (const machine of machines) startEtcd(machine)
  for (const machine of machines) startPatroni(machine)

  const isSynchronous = /^ +synchronous_mode: true$/m.test(await readConfiguration(machines))
  const isStandby = ({ role }: Member) => role === (isSynchronous ? 'sync_standby' : 'replica')

  /** What a reachable Patroni knows about all members. */
  async function listMembers(): Promise<Member[]> {
    for (const { address } of machines) {
      const cluster = await request<{ members: Member[] }>(`http://${address}:8008/cluster`)
      if (cluster) return cluster.members
    }
    return []
  }
  const byName = (name: string | undefined) => machines.find((machine) => machine.name === name)

  /** The machine whose Patroni says that it is primary. */
  async function findPrimary(): Promise<Machine | undefined> {
    const primaries = await Promise.all(
      machines.map(async (machine) =>
        (await isStatus200(`http://${machine.address}:8008/primary`)) ? machine : undefined,
      ),
    )
    return primaries.find((machine) => machine !== undefined)
  }

  async function findSynchronous(): Promise<Machine | undefined> {
    const found = (await listMembers()).find((member) => isStandby(member) && isRunning(member.state))
    return byName(found?.name)
  }

  /** One primary, and all others follow it without a delay. */
  async function isHealthy(): Promise<boolean> {
    const members = await listMembers()
    const [primary] = members.filter(({ role }) => role === 'leader')
    const standbys = members.filter(({ role }) => role !== 'leader')
    const follow = ({ state, timeline, lag }: Member) => isRunning(state) && timeline === primary?.timeline && lag === 0
    const isComplete = primary?.state === 'running' && standbys.length === machines.length - 1 && standbys.every(follow)
    if (!isComplete || !standbys.some(isStandby)) return false
    return (await findPrimary()) !== undefined && (await haveAllEtcd(machines))
  }

  async function waitUntilHealthy(timeoutMs: number): Promise<void> {
    if (await waitUntil(isHealthy, { timeoutMs, intervalMs: 200 })) return
    throw new Error(
      `The databases are not healthy after ${timeoutMs / 1_000} s: ${JSON.stringify(await listMembers())}`,
    )
  }

  async function urlOfPrimary(user = 'postgres', database = 'postgres'): Promise<string> {
    let primary: Machine | undefined
    const isFound = async () => (primary = await findPrimary()) !== undefined
    await waitUntil(isFound, { timeoutMs: START_TIMEOUT_MS })
    if (!primary) throw new Error('There is no primary')
    return `postgres://${user}:${PASSWORD}@${primary.address}:5432/${database}`
  }

  await waitUntilHealthy(START_TIMEOUT_MS)
  const url = await urlOfPrimary()
  await query(url, `create role quartermaster login createrole password '${PASSWORD}'`)
  await query(url, 'create database quartermaster owner quartermaster')
  return {
    machines,
    findPrimary,
    findSynchronous,
    waitUntilHealthy,
    /** As the owner of the database. The address is that of the current primary. */
    url: () => urlOfPrimary('quartermaster', 'quartermaster'),
    async switchOver(): Promise<void> {
      const [leader, candidate] = await Promise.all([findPrimary(), findSynchronous()])
      if (!leader || !candidate) throw new Error('There is no primary or no synchronous standby')
      const response = await fetch(`http://${leader.address}:8008/switchover`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`patroni:${PASSWORD}`)}` },
        body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
      })
      if (!response.ok) throw new Error(`The switchover failed: ${await response.text()}`)
    },
    /** Starts what does not run. */
    async repair(machine: Machine): Promise<void> {
      if ((await machine.list('etcd')).length === 0) startEtcd(machine)
      if ((await machine.list('patroni')).length === 0) startPatroni(machine)
    },
    isEtcdLeader: async ({ address }: Machine) => {
      const status = await request<{ leader?: string; header?: { member_id?: string } }>(
        `http://${address}:2379/v3/maintenance/status`,
        '{}',
      )
      return status?.leader !== undefined && status.leader === status.header?.member_id
    },
  }
}

const isRunning = (state: string) => state === 'running' || state === 'streaming'

async function install(machine: Machine, templates: Templates): Promise<void> {
  const { name, address, folder } = machine
  const postgresData = join(folder, 'postgres')
  const own = {
    NAME: name,
    ADDRESS: address,
    ETCD_DATA: join(folder, 'etcd-data'),
    POSTGRES_DATA: postgresData,
    SOCKETS: folder,
  }
  await fillTemplate('etcd.env', templates, { own, to: join(folder, 'etcd.env') })
  await fillTemplate('patroni.yml', templates, { own, to: join(folder, 'patroni.yml') })
  await mkdir(postgresData, { mode: 0o700 })
  const { uid = 0, gid = 0 } = serverUser()
  for (const path of [folder, postgresData]) await chown(path, uid, gid)
  await chmod(folder, 0o755)
}

function startEtcd(machine: Machine): void {
  // As systemd does with EnvironmentFile.
  machine.start({ command: 'sh', args: ['-c', 'set -a; . ./etcd.env; exec etcd >>etcd.log 2>&1'], user: 'postgres' })
}

function startPatroni(machine: Machine): void {
  machine.start({ command: 'patroni', args: ['patroni.yml'], user: 'postgres' })
}

async function haveAllEtcd(machines: Machine[]): Promise<boolean> {
  const healthy = await Promise.all(machines.map(({ address }) => isStatus200(`http://${address}:2379/health`)))
  return healthy.every(Boolean)
}

async function isStatus200(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }).catch(() => undefined)
  await response?.body?.cancel()
  return response?.status === 200
}

async function request<T>(url: string, body?: string): Promise<T | undefined> {
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const response = await fetch(url, { signal, ...(body !== undefined && { method: 'POST', body }) })
    return (await response.json()) as T
  } catch {
    return undefined
  }
}

/** The ttl in the filled configuration, in seconds. */
export async function readTtl(machines: Machine[]): Promise<number> {
  return Number(/^ +ttl: (\d+)$/m.exec(await readConfiguration(machines))?.[1])
}

function readConfiguration([machine]: Machine[]): Promise<string> {
  return readFile(join(machine?.folder ?? '', 'patroni.yml'), 'utf8')
}
