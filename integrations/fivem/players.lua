-- The players in the game, by the ids that purchases use. An identifier is valid with and without its prefix, and its
-- case is ignored as in the store: `license:1a2b`, `1a2b` and `LICENSE:1A2B` are the same player.

local identifier, call_export = ...

local function list_ids(source)
  if identifier:match('^export:') then
    local id = call_export(identifier, tonumber(source))
    return id and { tostring(id) } or {}
  end
  local ids = {}
  for _, full_id in ipairs(GetPlayerIdentifiers(source)) do
    local kind, value = full_id:match('^([^:]+):(.+)$')
    if kind == identifier then
      ids[#ids + 1] = full_id
      ids[#ids + 1] = value
    end
  end
  return ids
end

local source_by_id = {}

local function has_id(source, id)
  for _, own_id in ipairs(list_ids(source)) do
    if own_id:lower() == id:lower() then
      return true
    end
  end
  return false
end

return {
  online = function()
    local ids = {}
    source_by_id = {}
    for _, source in ipairs(GetPlayers()) do
      for _, id in ipairs(list_ids(source)) do
        source_by_id[id:lower()] = source
        ids[#ids + 1] = id
      end
    end
    return ids
  end,

  --- Returns the id of a player without its prefix, as buyers enter it, or nil.
  id_of = function(source)
    local ids = list_ids(source)
    return ids[#ids]
  end,

  --- Returns the server id of a player, or nil. The list can be one second old, so the player is checked again.
  source_of = function(id)
    local source = source_by_id[id:lower()]
    return source and GetPlayerName(source) and has_id(source, id) and source or nil
  end,
}
