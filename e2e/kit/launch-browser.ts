import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import type { Defer } from './run-harness.ts'

/** Where Debian installs it. */
const BROWSER = '/usr/bin/chromium'
/**
 * The first two draw the suggestions of the address bar for every window, 400 scripts that take the processor from the
 * page. The next three give the frame of another site a process of its own: a click right after the page scrolled then goes
 * to where that frame was in the last drawn picture, and is lost. A person clicks what they see; the library does not wait
 * for the picture. The others are what the library turns off; the browser reads the last list only.
 */
const TURNED_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'IsolateOrigins',
  'site-per-process',
  'IsolateSandboxedIframes',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--disable-site-isolation-trials',
  `--disable-features=${TURNED_OFF.join(',')}`,
]

type Launch = {
  /** The browser finds every name of the internet at this port of this machine. Addresses of this machine stay what they are. */
  internetPort?: number
  /** Another program can control the browser at this port. */
  debuggingPort?: number
  /** Certificates count as valid, which service workers need. */
  trustsAll?: boolean
}

export async function launchBrowser(
  defer: Defer,
  { internetPort, debuggingPort, trustsAll }: Launch = {},
): Promise<Browser> {
  const args = [
    ...ARGUMENTS,
    ...(internetPort === undefined ? [] : [`--host-resolver-rules=MAP * 127.0.0.1:${internetPort}, EXCLUDE 127.0.0.1`]),
    ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]),
    ...(trustsAll === true || debuggingPort !== undefined ? ['--ignore-certificate-errors'] : []),
  ]
  if (!existsSync(BROWSER)) throw new Error('Chromium is missing. Run: apt-get install chromium')
  const browser = await chromium.launch({ executablePath: BROWSER, args })
  defer(() => browser.close())
  return browser
}
