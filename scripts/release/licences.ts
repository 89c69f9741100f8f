import type { Component } from './inventory.ts'

/** Licences that let others run, change, sell and close what they build from our release. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
]
/** A library that is loaded at run time and can be replaced. The packages of sharp contain libvips. */
const REPLACEABLE = { licence: 'LGPL-3.0-or-later', packages: /^@img\/sharp-/ }

/** The packages whose licence is not on the list. A release with one of them is refused. */
export function findForbidden(components: Component[]): Component[] {
  return components.filter(({ name, licence }) => !isAllowed(licence, name))
}

/** SPDX expressions: of alternatives one is enough. */
function isAllowed(licence: string, name: string): boolean {
  const bare = licence.replaceAll(/[()]/g, '')
  return bare.split(' OR ').some((alternative) =>
    alternative.split(' AND ').every((id) => {
      return PERMISSIVE.includes(id) || (id === REPLACEABLE.licence && REPLACEABLE.packages.test(name))
    }),
  )
}

/** The report as a table in Markdown. */
export function formatReport(components: Component[]): string {
  const rows = components.map(
    ({ name, version, licence, usedBy }) => `| ${name} | ${version} | ${licence} | ${usedBy.join(', ')} |`,
  )
  return ['| package | version | licence | used by |', '|---|---|---|---|', ...rows, ''].join('\n')
}
