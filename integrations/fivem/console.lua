-- Runs commands on the server console. The console does not report results, so everything that can be checked is
-- checked before. A resource that can report results registers a handler with the export `handle`.

local resource, players = ...
local handlers = {}

local function is_registered(name)
  for _, command in ipairs(GetRegisteredCommands()) do
    if command.name:lower() == name:lower() then
      return true
    end
  end
  return false
end

local function is_permitted(name)
  local result = IsAceAllowed('command.' .. name)
  return result == true or result == 1
end

local function split_words(line)
  local words = {}
  for word in line:gmatch('%S+') do
    words[#words + 1] = word
  end
  return words
end

local function call_handler(handler, line, id)
  local arguments = split_words(line)
  table.remove(arguments, 1)
  local ok, text = handler.call(tonumber(players.source_of(id)), arguments)
  return ok ~= false, text and tostring(text)
end

return {
  --- exports.quartermaster:handle('name', function(source, arguments) return ok, text end)
  handle = function(name, call)
    handlers[name] = { call = call, owner = GetInvokingResource() }
  end,

  --- Removes the handlers of a resource that stopped.
  remove_handlers_of = function(owner)
    for name, handler in pairs(handlers) do
      handlers[name] = handler.owner ~= owner and handler or nil
    end
  end,

  --- Returns whether the command succeeded, its output, and false if a retry would fail too.
  run = function(line, id)
    local name = line:match('^%S+')
    if handlers[name] then
      return call_handler(handlers[name], line, id)
    elseif not is_registered(name) then
      return false, 'no such command: ' .. name, false
    elseif not is_permitted(name) then
      local permission = string.format('add_ace resource.%s command.%s allow', resource, name)
      return false, 'not permitted; add to server.cfg: ' .. permission, false
    end
    ExecuteCommand(line)
    return true
  end,
}
