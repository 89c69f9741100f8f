-- Who is in the game, looked at once a second and whenever somebody is known to have joined.

return function(host)
  local members, list, looked_at = {}, {}, nil
  local joins = 0

  return {
    look = function(now)
      if looked_at and now - looked_at < 1 then
        return
      end
      looked_at = now
      local before = members
      members, list = {}, host.online()
      for _, id in ipairs(list) do
        members[id] = true
        joins = joins + (before[id] and 0 or 1)
      end
    end,
    look_again = function()
      looked_at = nil
    end,
    list = function()
      return list
    end,
    --- Grows when somebody joins: a poll that was sent at a smaller number does not name him.
    joins = function()
      return joins
    end,
  }
end
