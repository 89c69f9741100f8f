-- The players in the game. The list is updated once per second, and at once when the game reports a new player.

local UPDATE_SECONDS = 1

return function(host)
  local is_member, list, updated_at = {}, {}, nil
  local joins = 0

  return {
    update = function(now)
      if updated_at and now - updated_at < UPDATE_SECONDS then
        return
      end
      updated_at = now
      local was_member = is_member
      is_member, list = {}, host.online()
      for _, id in ipairs(list) do
        is_member[id] = true
        joins = joins + (was_member[id] and 0 or 1)
      end
    end,
    --- Makes the next call of `update` read the list.
    invalidate = function()
      updated_at = nil
    end,
    list = function()
      return list
    end,
    --- Counts the players who joined. A poll that was sent at a lower count does not include the newest players.
    joins = function()
      return joins
    end,
  }
end
