-- The deliveries that the store dispatched to this game. They run in order for each player, a few in every step of the
-- game.

-- The journal contains all unreported outcomes and is written with every command, so there must not be many.
local MAX_UNREPORTED = 50
-- Deliveries of a player are ignored for this long if they are online for the store but not in the game.
local OFFLINE_SECONDS = 5
local MAX_RECENT = 10

return function(host, runner, outbox, connection)
  local items, by_id = {}, {}
  local recent = {}
  local offline_since = {}

  local function remove(item)
    by_id[item.delivery.id] = nil
    for index, other in ipairs(items) do
      if other == item then
        return table.remove(items, index)
      end
    end
  end

  --- After a failure, the store dispatches the later deliveries of the player again at the right time.
  local function release_later_deliveries(player)
    for index = #items, 1, -1 do
      if items[index].delivery.gameUserId == player and not items[index].begun then
        remove(items[index])
      end
    end
  end

  local function add_to_recent(item, outcome)
    local delivery = item.delivery
    local line = string.format('%s %s for %s: ', delivery.deliveryType, delivery.id, delivery.gameUserId)
    line = line .. outcome.outcome .. (outcome.reason and ', ' .. outcome.reason or '')
    host.log(outcome.outcome == 'done' and 'info' or 'warning', line)
    table.insert(recent, 1, line)
    recent[MAX_RECENT + 1] = nil
  end

  local function advance(item, has_time)
    local outcome, problem = runner.advance(item, has_time)
    if outcome == 'release' then
      remove(item)
      offline_since[item.delivery.gameUserId] = host.now()
    elseif outcome then
      remove(item)
      outbox.record_outcome(outcome, item.delivery)
      add_to_recent(item, outcome)
      if outbox.has_failure_of(item.delivery.gameUserId, host.now()) then
        release_later_deliveries(item.delivery.gameUserId)
      end
    end
    if problem or outcome then
      connection.set_problem('journal', problem)
    end
    return outcome ~= nil
  end

  local function is_offline(player)
    local since = offline_since[player]
    if since and host.now() - since >= OFFLINE_SECONDS then
      offline_since[player] = nil
    end
    return offline_since[player] ~= nil
  end

  return {
    --- Adds the deliveries that have to run. Returns how many of them were new.
    add = function(deliveries, sent_at)
      local added = 0
      for _, delivery in ipairs(deliveries) do
        local is_known = by_id[delivery.id] or outbox.knows(delivery.id, delivery.attempt)
        local has_to_wait = outbox.has_failure_of(delivery.gameUserId, sent_at) or is_offline(delivery.gameUserId)
        if not is_known and not has_to_wait then
          local item = runner.start(delivery)
          items[#items + 1], by_id[delivery.id] = item, item
          added = added + 1
        end
      end
      return added
    end,

    run = function()
      local has_budget = host.budget()
      local function has_time()
        return outbox.size() < MAX_UNREPORTED and has_budget()
      end
      local snapshot, is_waiting = {}, {}
      for index, item in ipairs(items) do
        snapshot[index] = item
      end
      for _, item in ipairs(snapshot) do
        local player = item.delivery.gameUserId
        if by_id[item.delivery.id] == item and not is_waiting[player] then
          is_waiting[player] = not advance(item, has_time)
        end
      end
    end,

    add_ids = function(ids)
      for id in pairs(by_id) do
        ids[#ids + 1] = id
      end
    end,
    size = function()
      return #items
    end,
    describe = function()
      local lines = {}
      for _, item in ipairs(items) do
        local id, player = item.delivery.id, item.delivery.gameUserId
        local waits_for = item.waits_for or 'earlier deliveries'
        lines[#lines + 1] = string.format('queued: %s for %s, waits for %s', id, player, waits_for)
      end
      for _, line in ipairs(recent) do
        lines[#lines + 1] = line
      end
      return lines
    end,
  }
end
