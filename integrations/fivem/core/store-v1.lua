-- The games 1.0 interface, for stores without 2.0. It can only report "processed". The journal therefore keeps what a
-- 2.0 store would remember: the attempts of a delivery, how many commands ran, and deliveries that are held.

local load_part = ...
local json = load_part('json-encoder')

local MAX_ATTEMPTS = 8
local MAX_BACKOFF_SECONDS = 600
local FULL_PAGE = 1000
local DEFAULT_CONDITIONS = { online = true, delaySeconds = 0, freeSlots = 0 }

return function(send_request, journal, host)
  local function find_kept_record(id)
    local record = journal.get(id)
    return record and record.kept and record or nil
  end

  --- Converts an element of the 1.0 queue to the form of 2.0.
  local function create_delivery(element)
    local record = find_kept_record(element.id)
    return {
      id = element.id,
      gameUserId = element.gameUserId,
      deliveryType = element.deliveryType,
      products = element.products or { element.product },
      attempt = record and record.attempt or 1,
      done = record and record.done or 0,
      repeatable = false,
      conditions = DEFAULT_CONDITIONS,
    }
  end

  --- In queue order. While a delivery waits for its retry, later deliveries of the same player wait too.
  local function list_ready(elements, max)
    local deliveries, is_waiting = {}, {}
    for _, element in ipairs(elements) do
      local record, player = find_kept_record(element.id), element.gameUserId
      if record and record.kept == 'waiting' and record.retry_at > host.clock() then
        is_waiting[player] = true
      elseif not (record and record.kept == 'held') and not is_waiting[player] and host.is_online(player) then
        deliveries[#deliveries + 1] = #deliveries < max and create_delivery(element) or nil
      end
    end
    return deliveries
  end

  --- Deletes records of deliveries that left the queue. A full page may not contain the whole queue.
  local function delete_obsolete_records(elements)
    if #elements >= FULL_PAGE then
      return
    end
    local is_queued, obsolete_ids = {}, {}
    for _, element in ipairs(elements) do
      is_queued[element.id] = true
    end
    for id, record in journal.each() do
      if record.kept and not is_queued[id] then
        obsolete_ids[#obsolete_ids + 1] = id
      end
    end
    journal.delete(obsolete_ids)
  end

  local function keep(outcome)
    local is_held = outcome.outcome == 'in_doubt' or outcome.retry == false or outcome.attempt >= MAX_ATTEMPTS
    local status = is_held and 'held' or 'waiting'
    journal.put({
      id = outcome.id,
      kept = status,
      attempt = outcome.attempt + 1,
      done = outcome.done,
      reason = outcome.reason,
      retry_at = host.clock() + math.min(MAX_BACKOFF_SECONDS, 5 * 2 ^ outcome.attempt),
    })
    return { id = outcome.id, status = status }
  end

  --- Reports one outcome after the other. After a failure, `results` covers only the first outcomes.
  local function report(outcomes, callback, results)
    local outcome = outcomes[#results + 1]
    if not outcome then
      return callback(200, results)
    end
    if outcome.outcome ~= 'done' then
      results[#results + 1] = keep(outcome)
      return report(outcomes, callback, results)
    end
    local body = json.encode({ commandQueueId = outcome.id })
    send_request({ method = 'POST', path = '/api/games/1.0/commands/mark-as-processed', body = body }, function(status)
      if status ~= 200 then
        return callback(status, #results > 0 and results or nil)
      end
      results[#results + 1] = { id = outcome.id, status = 'processed' }
      report(outcomes, callback, results)
    end)
  end

  return {
    version = '1.0',
    names_online = false,
    idle_pause_seconds = 3,

    init = function(port, callback)
      local body = json.encode({ serverPort = port })
      send_request({ method = 'POST', path = '/api/games/1.0/init', body = body }, function(status, store)
        callback(status, store and { store = store })
      end)
    end,

    poll = function(poll, callback)
      local path = '/api/games/1.0/commands/pending-commands'
      send_request({ method = 'GET', path = path, wait = poll.wait }, function(status, response)
        if response then
          delete_obsolete_records(response.checkouts or {})
        end
        callback(status, response and list_ready(response.checkouts or {}, poll.max))
      end)
    end,

    report = function(outcomes, callback)
      report(outcomes, callback, {})
    end,

    --- Applies the decision of the owner about a held delivery: `retry` continues with the command that did not run,
    --- `delivered` never runs it. Returns the outcome to report, and whether the delivery was held.
    resolve = function(id, decision)
      local record = find_kept_record(id)
      if not record or record.kept ~= 'held' then
        return nil
      end
      if decision == 'retry' then
        journal.put({ id = id, kept = 'waiting', attempt = record.attempt, done = record.done, retry_at = 0 })
        return nil, true
      end
      return { id = id, attempt = record.attempt, outcome = 'done', done = record.done }, true
    end,
  }
end
