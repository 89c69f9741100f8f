import { AppError } from '../../errors.ts'
import { HOST_LABEL } from '../../host-name.ts'
import { PREVIEW_PREFIX } from './preview-hosts.ts'

/** Names that visitors take for the platform's own, and names that mail and certificates give a meaning. */
const RESERVED = new Set(
  `abuse account accounts admin administrator api app assets auth autoconfig autodiscover billing cdn checkout dashboard dev docs
  ftp help host hostmaster imap info localhost login mail manage management mta-sts mx noc ns ns1 ns2 ns3 ns4 operator owner pay
  payment payments platform pop pop3 postmaster preview previews quartermaster root security server servers sign-in signin signup
  smtp ssl sso static status support system test tls webmail webmaster wpad www`.split(/\s+/),
)

/** A label becomes the first part of a host below `STOREFRONT_DOMAIN`. */
export function requireLabel(text: string): string {
  const label = text.trim().toLowerCase()
  // The form `??--` is reserved for encoded names, which can imitate other names.
  if (!HOST_LABEL.test(label) || label.startsWith('--', 2))
    throw new AppError(
      'invalid_request',
      `"${text}" is not a label. Use 1 to 63 letters a to z, digits and hyphens, such as vale.`,
    )
  if (RESERVED.has(label) || label.startsWith(PREVIEW_PREFIX))
    throw new AppError('invalid_request', `The label "${label}" is reserved for the platform. Choose another one.`)
  return label
}
