/**
 * What a theme tries in the browser of a visitor. In the texts, EVIL is another site, which must not hear of it; VICTIM is the
 * origin of another store; SCRIPT, STYLE and DRAWING are the addresses of the files of the attack.
 */
export type Attack = {
  name: string
  markup: string
  /** Runs with the rights of the theme. It puts what it finds out about the other store into `loot`. */
  script?: string
  style?: string
  drawing?: string
  /** The visitor clicks this. */
  click?: string
  /** The page is not shown with the theme at all. */
  isRefused?: boolean
}

/** Code that must not run. */
export const PWN = "document.documentElement.setAttribute('data-pwned','yes')"
