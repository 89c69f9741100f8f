-- Who is in the game, by the ids that purchases name. An identifier counts with its prefix and without:
-- `license:1a2b` and `1a2b` are the same player, and so is `LICENSE:1A2B`: the store compares them so too.

local identifier, call_export = ...

local function ids_of(source)
  if identifier:match('^export:') then
    local id = call_export(identifier, tonumber(source))
    return id and { tostring(id) } or {}
  end
  local ids = {}
  for _, full in ipairs(GetPlayerIdentifiers(source)) do
    local kind, value = full:match('^([^:]+):(.+)$')
    if kind == identifier then
      ids[#ids + 1] = full
      ids[#ids + 1] = value
    end
  end
  return ids
end

local sources = {}

local function is(source, id)
  for _, own in ipairs(ids_of(source)) do
    if own:lower() == id:lower() then
      return true
    end
  end
  return false
end

return {
  online = function()
    local list = {}
    sources = {}
    for _, source in ipairs(GetPlayers()) do
      for _, id in ipairs(ids_of(source)) do
        sources[id:lower()] = source
        list[#list + 1] = id
      end
    end
    return list
  end,

  --- The server id of a player, or nil. The list may be a second old, so it is asked again.
  source_of = function(id)
    local source = sources[id:lower()]
    return source and GetPlayerName(source) and is(source, id) and source or nil
  end,
}
