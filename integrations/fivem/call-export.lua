--- Calls `export:resource:function` of another resource with the server id of a player. Returns nil if the call fails.
return function(name, source)
  local resource, method = name:match('^export:([^:]+):([^:]+)$')
  local ok, result = pcall(function()
    local exported = exports[resource]
    return exported[method](exported, source)
  end)
  return ok and result or nil
end
