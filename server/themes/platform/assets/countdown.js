// Shows how long sales still last, and loads the page again when one ends. Without scripts, the page says when it ends.
const DAY_MS = 86_400_000
/** Nobody counts more days than these. */
const MAX_DAYS = 30
const days = new Intl.RelativeTimeFormat(document.documentElement.lang)
const loadedAt = Date.now()

const sales = [...document.querySelectorAll('[data-countdown]')].map((element) => {
  const left = document.createElement('span')
  left.className = 'countdown'
  // The time itself is read to everybody; a text that changes every second would not stop.
  left.setAttribute('aria-hidden', 'true')
  element.append(' ', left)
  return { left, end: Date.parse(element.querySelector('time').dateTime) }
})

function show() {
  const now = Date.now()
  for (const { left, end } of sales) {
    const ms = Math.max(0, end - now)
    left.hidden = ms > MAX_DAYS * DAY_MS
    left.textContent = ms < DAY_MS ? clock(ms) : days.format(Math.floor(ms / DAY_MS), 'day')
    // Not if the clock of this device was past the end before: the page would load for ever.
    if (ms === 0 && loadedAt < end) location.reload()
  }
}

function clock(ms) {
  const seconds = Math.floor(ms / 1000)
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}

show()
setInterval(show, 1000)
