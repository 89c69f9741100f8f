import type { Edit } from './start-front-door.ts'

type Mutant = { name: string; edits: Edit[] }

const CONFIG = 'haproxy.cfg'
const change = (name: string, find: string | RegExp, by: string): Mutant => ({
  name,
  edits: [{ file: CONFIG, find, by }],
})

/** Faults that an operator or a later change could put into the configuration. Each must be noticed. */
export const FRONT_DOOR_MUTANTS: Mutant[] = [
  {
    name: 'domains of stores before hosts of cells',
    edits: [
      { file: CONFIG, find: 'var(txn.host),map_str(hosts.map)\n', by: 'var(txn.host),map_str(domains.map)\n' },
      { file: CONFIG, find: 'map_str(domains.map) if', by: 'map_str(hosts.map) if' },
    ],
  },
  change(
    'the key of c10 matches c1',
    '  acl has_cell var',
    '  http-request set-var(txn.cell) str(c1) if { req.fhdr(authorization) -m sub qm_c1 }\n  acl has_cell var',
  ),
  change(
    'an unknown cell falls back to the cell of the host',
    "http-request set-var-fmt(txn.backend) 'cell_%[var(txn.cell)]'",
    "http-request set-var(txn.cell) var(txn.host),map_str(hosts.map)\n  http-request set-var-fmt(txn.backend) 'cell_%[var(txn.cell)]'",
  ),
  change('what is unknown goes to the first cell', 'default_backend nowhere', 'default_backend cell_c1'),
  change('requests that were sent are sent again', 'retry-on conn-failure', 'retry-on all-retryable-errors'),
  change('a refused connection is not retried', 'retries 3', 'retries 0'),
  change(
    'X-Forwarded-For of strangers is kept',
    'http-request del-header X-Forwarded-For',
    '# http-request del-header X-Forwarded-For',
  ),
  change('X-Forwarded-Host of strangers is kept', 'http-request del-header X-Forwarded-Host', '# removed'),
  change('two keys are accepted', /^.*req\.fhdr_cnt\(authorization\) gt 1.*$/, ''),
  change('capitals and ports make another host', 'host_only,lower,', ''),
  change('a dot makes another host', ",regsub('[.]$','')", ''),
  change('labels match by their end', /regsub\('\^\[\^\.\]\+',''\),map_str/, 'map_end'),
  change('the last name of a list of hosts counts', 'req.fhdr(host)', 'req.hdr(host)'),
  change('the host stays as it was', /^.*set-header Host .*$/, ''),
  change('keys count on every host', '{ var(txn.api) -m bool } has_cell_key', 'has_cell_key'),
  change('forged keys go to the cell of the host', /^.*claims_cell !has_cell_key.*$/, ''),
  change('responses must come within a second', 'timeout server 70s', 'timeout server 1s'),
  change('503 without Retry-After', /hdr Retry-After 5/, ''),
]
