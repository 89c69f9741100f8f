import { isLoopbackName } from '../host-name.ts'
import type { Config } from './config.ts'

/** Warnings about settings that send secrets over the network without encryption. */
export function findUnencrypted({ publicUrl, smtp }: Pick<Config, 'publicUrl' | 'smtp'>): string[] {
  const isUnsafe = (url: string, protocol: string) => {
    const parsed = new URL(url)
    return parsed.protocol === protocol && !isLoopbackName(parsed.hostname)
  }
  return [
    ...(isUnsafe(publicUrl, 'http:')
      ? ['PUBLIC_URL is not https: server keys, passwords and sessions are sent without encryption']
      : []),
    ...(smtp && isUnsafe(smtp.url, 'smtp:') && !/[?&]requireTLS=true\b/.test(smtp.url)
      ? [
          'SMTP_URL is not smtps: e-mails with links to accounts may be sent without encryption; use smtps://, or smtp:// with ?requireTLS=true',
        ]
      : []),
  ]
}
