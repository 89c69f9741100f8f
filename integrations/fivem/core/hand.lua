-- The elements that the game has in hand: in order for each player, a little in every step of the game.

-- The journal is written with every step and holds all that is unreported, so that must stay little.
local MOST_UNREPORTED = 50
-- So long nothing is taken for a player whom the store takes to be there and the game does not.
local AWAY_SECONDS = 5

return function(host, runner, outbox, line)
  local items, by_id = {}, {}
  local recent = {}
  local away_since = {}

  local function remove(item)
    by_id[item.element.id] = nil
    for index, other in ipairs(items) do
      if other == item then
        return table.remove(items, index)
      end
    end
  end

  --- What stands behind a failure is offered again when its turn has come.
  local function give_back(player)
    for index = #items, 1, -1 do
      if items[index].element.gameUserId == player and not items[index].begun then
        remove(items[index])
      end
    end
  end

  local function remember(item, outcome)
    local element = item.element
    local told = string.format('%s %s for %s: %s', element.deliveryType, element.id, element.gameUserId, outcome.outcome)
    told = told .. (outcome.reason and ', ' .. outcome.reason or '')
    host.log(outcome.outcome == 'done' and 'info' or 'warning', told)
    table.insert(recent, 1, told)
    recent[11] = nil
  end

  local function advance(item, has_time)
    local outcome, trouble = runner.advance(item, has_time)
    if outcome == 'leave' then
      remove(item)
      away_since[item.element.gameUserId] = host.now()
    elseif outcome then
      remove(item)
      outbox.conclude(outcome, item.element)
      remember(item, outcome)
      if outbox.has_failure_of(item.element.gameUserId, host.now()) then
        give_back(item.element.gameUserId)
      end
    end
    if trouble or outcome then
      line.note('journal', trouble)
    end
    return outcome ~= nil
  end

  local function is_away(player)
    local since = away_since[player]
    if since and host.now() - since >= AWAY_SECONDS then
      away_since[player] = nil
    end
    return away_since[player] ~= nil
  end

  return {
    --- How many of them were not known yet.
    take = function(elements, sent_at)
      local taken = 0
      for _, element in ipairs(elements) do
        local is_known = by_id[element.id] or outbox.knows(element.id, element.attempt)
        local has_to_wait = outbox.has_failure_of(element.gameUserId, sent_at) or is_away(element.gameUserId)
        if not is_known and not has_to_wait then
          local item = runner.begin(element)
          items[#items + 1], by_id[element.id] = item, item
          taken = taken + 1
        end
      end
      return taken
    end,

    run = function()
      local has_budget = host.budget()
      local function has_time()
        return outbox.size() < MOST_UNREPORTED and has_budget()
      end
      local queue, waits = {}, {}
      for index, item in ipairs(items) do
        queue[index] = item
      end
      for _, item in ipairs(queue) do
        local player = item.element.gameUserId
        if by_id[item.element.id] == item and not waits[player] then
          waits[player] = not advance(item, has_time)
        end
      end
    end,

    ids = function(into)
      for id in pairs(by_id) do
        into[#into + 1] = id
      end
    end,
    size = function()
      return #items
    end,
    describe = function()
      local lines = {}
      for _, item in ipairs(items) do
        local element = item.element
        lines[#lines + 1] = string.format('in hand: %s for %s, waits for %s', element.id, element.gameUserId, item.waits_for or 'its turn')
      end
      for _, told in ipairs(recent) do
        lines[#lines + 1] = told
      end
      return lines
    end,
  }
end
