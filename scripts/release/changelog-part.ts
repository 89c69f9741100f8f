/** What changed in one version: the section of CHANGELOG.md under its heading. */
export function readChangelogPart(changelog: string, version: string): string {
  const [, ...sections] = changelog.split(/^## /m)
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version)
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${version}". Write what changed.`)
  return `# Quartermaster ${section.trim()}\n`
}
