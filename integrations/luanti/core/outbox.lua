-- Outcomes on their way to the store. Each stays here and in the journal until the store has confirmed it.

local MOST_IN_REPORT = 100
local REMEMBERED_SECONDS = 600
local ON_THE_WIRE = { 'id', 'attempt', 'outcome', 'done', 'reason', 'output', 'retry' }

local function on_the_wire(outcome)
  local sent = {}
  for _, name in ipairs(ON_THE_WIRE) do
    sent[name] = outcome[name]
  end
  return sent
end

local function comes_again(outcome)
  return outcome.outcome == 'failed' and outcome.retry ~= false
end

return function(host, journal, line, options)
  local outcomes, by_id = {}, {}
  --- An answer that was under way while we reported may still name what is settled.
  local settled = {}
  --- When the store was told of a player's last failure.
  local told_failures, failures = {}, 0
  local busy, not_before, most = false, 0, MOST_IN_REPORT

  local function add(outcome, player, due_at)
    outcomes[#outcomes + 1] = { outcome = outcome, player = player, due_at = due_at or 0 }
    by_id[outcome.id] = outcome
  end

  local function doubt(record)
    local reason = record.begun and 'the game stopped while this ran: ' .. record.line
      or 'the game stopped before it had saved what this gave'
    return { id = record.id, attempt = record.attempt, outcome = 'in_doubt', done = record.done, reason = reason }
  end

  --- What an earlier run of the game left behind. What may be repeated is run again when it is handed out again: from
  --- the step that was cut short, or from the beginning when all of it may have been lost.
  local function recover()
    local lost = {}
    for id, record in journal.each() do
      if record.settling and record.repeatable then
        lost[#lost + 1] = id
      elseif record.begun and record.repeatable then
        record.begun = false
      elseif record.begun or record.settling then
        add(doubt(record))
      elseif record.outcome then
        add(record.outcome, record.player)
      end
    end
    journal.forget(lost)
  end

  local function settle(sent, results)
    local gone = {}
    for index, result in ipairs(results) do
      local outcome = sent[index]
      by_id[outcome.id] = nil
      settled[outcome.id] = { attempt = outcome.attempt, at = host.now() }
      if result.status == 'held' then
        host.log('warning', outcome.id .. ' is held until its owner decides: ' .. (outcome.reason or outcome.outcome))
      end
      local record = journal.get(outcome.id)
      if record and not record.kept then
        gone[#gone + 1] = outcome.id
      end
    end
    journal.forget(gone)
    local rest = {}
    for _, entry in ipairs(outcomes) do
      if by_id[entry.outcome.id] then
        rest[#rest + 1] = entry
      elseif entry.player and comes_again(entry.outcome) then
        told_failures[entry.player] = host.now()
        failures = failures + 1
      end
    end
    outcomes = rest
  end

  local function due(now)
    local sent = {}
    for _, entry in ipairs(outcomes) do
      if entry.due_at <= now and #sent < most then
        sent[#sent + 1] = on_the_wire(entry.outcome)
      end
    end
    return sent
  end

  --- One outcome that the store cannot take must not keep the others: they go one by one, and it goes to the end.
  local function step_aside(refused)
    most = 1
    for index, entry in ipairs(outcomes) do
      if #refused == 1 and entry.outcome.id == refused[1].id then
        entry.outcome.reason, entry.outcome.output = nil, nil
        table.insert(outcomes, table.remove(outcomes, index))
        return
      end
    end
  end

  local function forget_old(now)
    for id, old in pairs(settled) do
      if now - old.at > REMEMBERED_SECONDS then
        settled[id] = nil
      end
    end
    for player, at in pairs(told_failures) do
      if now - at > REMEMBERED_SECONDS then
        told_failures[player] = nil
      end
    end
  end

  recover()

  return {
    --- With settle_seconds, `done` is said only when the game has had the time to save what it gave.
    conclude = function(outcome, element)
      local settling = outcome.outcome == 'done' and options.settle_seconds > 0
      journal.put({
        id = outcome.id,
        attempt = outcome.attempt,
        done = outcome.done,
        outcome = outcome,
        settling = settling,
        repeatable = element.repeatable,
        player = element.gameUserId,
      })
      add(outcome, element.gameUserId, settling and host.now() + options.settle_seconds or 0)
    end,
    add = add,

    --- The game has saved everything: nothing of what it gave is unclear any more.
    saved = function()
      for _, record in journal.each() do
        record.settling = false
      end
      journal.write()
    end,

    send = function(now)
      local sent = not busy and now >= not_before and due(now) or {}
      if #sent == 0 then
        return
      end
      busy = true
      line.store().report(sent, function(status, results)
        busy = false
        if not results then
          not_before = line.failed('report', status)
          if status == 400 then
            step_aside(sent)
          end
          return
        end
        line.worked('report')
        settle(sent, results)
        most = #outcomes == 0 and MOST_IN_REPORT or most
        forget_old(now)
      end)
    end,

    --- Something of this player failed and will come again. A poll that was sent before the store knew that may offer
    --- what stands behind it.
    has_failure_of = function(player, sent_at)
      for _, entry in ipairs(outcomes) do
        if entry.player == player and comes_again(entry.outcome) then
          return true
        end
      end
      return (told_failures[player] or -1) >= sent_at
    end,

    --- Whether this attempt was run already, by all we know.
    knows = function(id, attempt)
      return by_id[id] ~= nil or (settled[id] ~= nil and settled[id].attempt >= attempt)
    end,
    ids = function(into)
      for id in pairs(by_id) do
        into[#into + 1] = id
      end
    end,
    --- How many failures the store was told of.
    failures = function()
      return failures
    end,
    size = function()
      return #outcomes
    end,
  }
end
