// Solves the challenge of ALTCHA in the form, and sends the form. Without scripts, the buyer waits instead.
const AT_ONCE = 8
const field = document.querySelector('input[name=altcha]')
const { form } = field
const { challenge } = JSON.parse(atob(field.value))
let isSolved = false
let pressed = form.querySelector(`button[name=provider][value="${field.dataset.provider}"]`)

form.addEventListener('submit', (event) => {
  if (isSolved) return
  event.preventDefault()
  pressed = event.submitter
})

// Without it, such as in a page without HTTPS, the form is sent as it is.
if (globalThis.crypto?.subtle) {
  const solution = await solve(challenge.parameters)
  field.value = btoa(JSON.stringify({ challenge, solution }))
}
isSolved = true
if (pressed) form.requestSubmit(pressed)

async function solve({ nonce, salt, cost, keyLength, keyPrefix, algorithm }) {
  const hash = algorithm.replace('PBKDF2/', '')
  const rounds = { name: 'PBKDF2', salt: bytesOf(salt), iterations: cost, hash }
  const start = bytesOf(nonce)
  const derive = async (counter) => {
    const password = new Uint8Array(start.length + 4)
    password.set(start)
    new DataView(password.buffer).setUint32(start.length, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const derived = new Uint8Array(await crypto.subtle.deriveBits(rounds, key, keyLength * 8))
    return { counter, derivedKey: Array.from(derived, (byte) => byte.toString(16).padStart(2, '0')).join('') }
  }
  for (let counter = 0; ; counter += AT_ONCE) {
    const tried = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => derive(counter + i)))
    const found = tried.find(({ derivedKey }) => derivedKey.startsWith(keyPrefix))
    if (found) return found
  }
}

function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g), (byte) => Number.parseInt(byte, 16))
}
