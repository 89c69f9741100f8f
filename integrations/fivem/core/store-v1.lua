-- The interface 1.0, for stores without 2.0. It can only say "processed", so what 2.0 leaves to the store is kept in
-- our journal: how often an element was tried, how far it came, and what is held until its owner decides.

local part = ...
local json = part('json-text')

local MOST_FAILURES = 8
local LONGEST_PAUSE = 600
local FULL_PAGE = 1000
local UNMET = { online = true, delaySeconds = 0, freeSlots = 0 }

return function(request, journal, host)
  --- A kept record is what a 2.0 store would remember of an element.
  local function kept(id)
    local record = journal.get(id)
    return record and record.kept and record or nil
  end

  local function shape(element)
    local record = kept(element.id)
    return {
      id = element.id,
      gameUserId = element.gameUserId,
      deliveryType = element.deliveryType,
      products = element.products or { element.product },
      attempt = record and record.attempt or 1,
      done = record and record.done or 0,
      repeatable = false,
      conditions = UNMET,
    }
  end

  --- In queue order; behind an element that waits for its next try, the player's later ones wait too.
  local function ready(checkouts, ask)
    local elements, waiting = {}, {}
    for _, element in ipairs(checkouts) do
      local record, player = kept(element.id), element.gameUserId
      if record and record.kept == 'waiting' and record.retry_at > host.clock() then
        waiting[player] = true
      elseif not (record and record.kept == 'held') and not waiting[player] and host.is_online(player) then
        elements[#elements + 1] = #elements < ask.most and shape(element) or nil
      end
    end
    return elements
  end

  --- What left the queue by another way needs no memory. A full page may hide the rest of the queue.
  local function forget_gone(checkouts)
    if #checkouts >= FULL_PAGE then
      return
    end
    local there, gone = {}, {}
    for _, element in ipairs(checkouts) do
      there[element.id] = true
    end
    for id, record in journal.each() do
      if record.kept and not there[id] then
        gone[#gone + 1] = id
      end
    end
    journal.forget(gone)
  end

  local function keep(outcome)
    local finally = outcome.outcome == 'in_doubt' or outcome.retry == false or outcome.attempt >= MOST_FAILURES
    local pause = math.min(LONGEST_PAUSE, 5 * 2 ^ outcome.attempt)
    journal.put({
      id = outcome.id,
      kept = finally and 'held' or 'waiting',
      attempt = outcome.attempt + 1,
      done = outcome.done,
      reason = outcome.reason,
      retry_at = host.clock() + pause,
    })
    return { id = outcome.id, status = finally and 'held' or 'waiting' }
  end

  local function report(outcomes, done, settled)
    local outcome = outcomes[#settled + 1]
    if not outcome then
      return done(200, settled)
    end
    if outcome.outcome ~= 'done' then
      settled[#settled + 1] = keep(outcome)
      return report(outcomes, done, settled)
    end
    local body = json.encode({ commandQueueId = outcome.id })
    request({ method = 'POST', path = '/api/games/1.0/commands/mark-as-processed', body = body }, function(status)
      if status ~= 200 then
        return done(status, #settled > 0 and settled or nil)
      end
      settled[#settled + 1] = { id = outcome.id, status = 'processed' }
      report(outcomes, done, settled)
    end)
  end

  return {
    version = '1.0',
    names_online = false,
    pause_after_nothing = 3,

    init = function(port, done)
      request({ method = 'POST', path = '/api/games/1.0/init', body = json.encode({ serverPort = port }) }, function(status, store)
        done(status, store and { store = store })
      end)
    end,

    poll = function(ask, done)
      request({ method = 'GET', path = '/api/games/1.0/commands/pending-commands', wait = ask.wait }, function(status, answer)
        if answer then
          forget_gone(answer.checkouts or {})
        end
        done(status, answer and ready(answer.checkouts or {}, ask))
      end)
    end,

    report = function(outcomes, done)
      report(outcomes, done, {})
    end,

    --- The owner's word about what is held: `again` runs it from where it stopped, `done` never.
    settle = function(id, word)
      local record = kept(id)
      if not record or record.kept ~= 'held' then
        return nil
      end
      if word == 'again' then
        journal.put({ id = id, kept = 'waiting', attempt = record.attempt, done = record.done, retry_at = 0 })
        return nil, true
      end
      return { id = id, attempt = record.attempt, outcome = 'done', done = record.done }, true
    end,
  }
end
