--- Asks `export:resource:function` of another resource about a player; nil when it cannot answer.
return function(name, source)
  local resource, method = name:match('^export:([^:]+):([^:]+)$')
  local fine, answer = pcall(function()
    local exported = exports[resource]
    return exported[method](exported, source)
  end)
  return fine and answer or nil
end
