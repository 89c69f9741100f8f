-- Outcomes that have to be reported to the store. Each stays here and in the journal until the store has confirmed it.

local MAX_BATCH = 100
local MEMORY_SECONDS = 600
local REPORTED_FIELDS = { 'id', 'attempt', 'outcome', 'done', 'reason', 'output', 'retry' }

local function create_report(outcome)
  local report = {}
  for _, name in ipairs(REPORTED_FIELDS) do
    report[name] = outcome[name]
  end
  return report
end

local function will_be_retried(outcome)
  return outcome.outcome == 'failed' and outcome.retry ~= false
end

return function(host, journal, connection, options)
  local entries, by_id = {}, {}
  --- The response to a poll that was sent before a report may still contain deliveries that are confirmed now.
  local confirmed = {}
  --- When the store confirmed the last failure of each player, and how many failures it confirmed in total.
  local failure_confirmed_at, confirmed_failures = {}, 0
  local is_sending, not_before, batch_size = false, 0, MAX_BATCH

  local function add(outcome, player, due_at)
    entries[#entries + 1] = { outcome = outcome, player = player, due_at = due_at or 0 }
    by_id[outcome.id] = outcome
  end

  local function create_uncertain_outcome(record)
    local reason = record.begun and 'the game stopped while this command ran: ' .. record.line
      or 'the game stopped before it saved the effects of this delivery'
    return { id = record.id, attempt = record.attempt, outcome = 'in_doubt', done = record.done, reason = reason }
  end

  --- Decides what happened to deliveries of the previous run of the game. Repeatable deliveries run again when the
  --- store dispatches them: from the interrupted command, or from the first one if all effects may be lost.
  local function recover()
    local repeatable_ids = {}
    for id, record in journal.each() do
      if record.unsaved and record.repeatable then
        repeatable_ids[#repeatable_ids + 1] = id
      elseif record.begun and record.repeatable then
        record.begun = false
      elseif record.begun or record.unsaved then
        add(create_uncertain_outcome(record))
      elseif record.outcome then
        add(record.outcome, record.player)
      end
    end
    journal.delete(repeatable_ids)
  end

  local function confirm(reports, results)
    local finished_ids = {}
    for index, result in ipairs(results) do
      local outcome = reports[index]
      by_id[outcome.id] = nil
      confirmed[outcome.id] = { attempt = outcome.attempt, at = host.now() }
      if result.status == 'held' then
        local reason = outcome.reason or outcome.outcome
        host.log('warning', outcome.id .. ' is held until the owner of the store decides: ' .. reason)
      end
      local record = journal.get(outcome.id)
      if record and not record.kept then
        finished_ids[#finished_ids + 1] = outcome.id
      end
    end
    journal.delete(finished_ids)
    local remaining = {}
    for _, entry in ipairs(entries) do
      if by_id[entry.outcome.id] then
        remaining[#remaining + 1] = entry
      elseif entry.player and will_be_retried(entry.outcome) then
        failure_confirmed_at[entry.player] = host.now()
        confirmed_failures = confirmed_failures + 1
      end
    end
    entries = remaining
  end

  local function next_batch(now)
    local reports = {}
    for _, entry in ipairs(entries) do
      if entry.due_at <= now and #reports < batch_size then
        reports[#reports + 1] = create_report(entry.outcome)
      end
    end
    return reports
  end

  --- An outcome that the store rejects must not block the others. They are sent one by one, and it moves to the end.
  local function isolate_rejected(reports)
    batch_size = 1
    for index, entry in ipairs(entries) do
      if #reports == 1 and entry.outcome.id == reports[1].id then
        entry.outcome.reason, entry.outcome.output = nil, nil
        table.insert(entries, table.remove(entries, index))
        return
      end
    end
  end

  local function delete_old_memory(now)
    for id, entry in pairs(confirmed) do
      if now - entry.at > MEMORY_SECONDS then
        confirmed[id] = nil
      end
    end
    for player, at in pairs(failure_confirmed_at) do
      if now - at > MEMORY_SECONDS then
        failure_confirmed_at[player] = nil
      end
    end
  end

  recover()

  return {
    --- With report_delay_seconds, `done` is reported only after the game had time to save the effects.
    record_outcome = function(outcome, delivery)
      local is_delayed = outcome.outcome == 'done' and options.report_delay_seconds > 0
      journal.put({
        id = outcome.id,
        attempt = outcome.attempt,
        done = outcome.done,
        outcome = outcome,
        unsaved = is_delayed,
        repeatable = delivery.repeatable,
        player = delivery.gameUserId,
      })
      add(outcome, delivery.gameUserId, is_delayed and host.now() + options.report_delay_seconds or 0)
    end,
    add = add,

    --- The game has saved everything, so all effects are durable.
    game_saved = function()
      for _, record in journal.each() do
        record.unsaved = false
      end
      journal.write()
    end,

    send = function(now)
      local reports = not is_sending and now >= not_before and next_batch(now) or {}
      if #reports == 0 then
        return
      end
      is_sending = true
      connection.store().report(reports, function(status, results)
        is_sending = false
        if not results then
          not_before = connection.record_failure('report', status)
          if status == 400 then
            isolate_rejected(reports)
          end
          return
        end
        connection.record_success('report')
        confirm(reports, results)
        batch_size = #entries == 0 and MAX_BATCH or batch_size
        delete_old_memory(now)
      end)
    end,

    --- Whether a delivery of this player failed and will be retried. The response to a poll that was sent before the
    --- store knew that may contain later deliveries, which must not run yet.
    has_failure_of = function(player, sent_at)
      for _, entry in ipairs(entries) do
        if entry.player == player and will_be_retried(entry.outcome) then
          return true
        end
      end
      return (failure_confirmed_at[player] or -1) >= sent_at
    end,

    --- Whether this attempt is known to have run.
    knows = function(id, attempt)
      return by_id[id] ~= nil or (confirmed[id] ~= nil and confirmed[id].attempt >= attempt)
    end,
    add_ids = function(ids)
      for id in pairs(by_id) do
        ids[#ids + 1] = id
      end
    end,
    --- Counts the failures that the store has confirmed.
    confirmed_failures = function()
      return confirmed_failures
    end,
    size = function()
      return #entries
    end,
  }
end
