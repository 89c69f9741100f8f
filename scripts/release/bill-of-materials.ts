import type { Component } from './inventory.ts'

/** The inventory in the format CycloneDX 1.6. Without a time and a serial number, so that two builds have the same bytes. */
export function formatBillOfMaterials(version: string, components: Component[]): string {
  const application = {
    type: 'application',
    name: 'quartermaster',
    version,
    licenses: [{ license: { id: 'Apache-2.0' } }],
  }
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: application },
    components: components.map(describe),
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

function describe({ name, version, licence, integrity, usedBy }: Component): object {
  const [group, short] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const address = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': address,
    // JSON.stringify leaves undefined out.
    group,
    name: short,
    version,
    licenses: [/ (OR|AND) /.test(licence) ? { expression: licence } : { license: { id: licence } }],
    purl: address,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    properties: usedBy.map((value) => ({ name: 'quartermaster:usedBy', value })),
  }
}
