-- Runs a command on the server console. The console does not say how a command ended, so what can be known before is
-- looked at before, and a resource that can say more registers a handler by the export `handle`.

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
  local answer = IsAceAllowed('command.' .. name)
  return answer == true or answer == 1
end

local function words_of(line)
  local words = {}
  for word in line:gmatch('%S+') do
    words[#words + 1] = word
  end
  return words
end

local function call_handler(handler, line, id)
  local words = words_of(line)
  table.remove(words, 1)
  local ok, text = handler.call(tonumber(players.source_of(id)), words)
  return ok ~= false, text and tostring(text)
end

return {
  --- exports.quartermaster:handle('name', function(source, arguments) return ok, text end)
  handle = function(name, call)
    handlers[name] = { call = call, owner = GetInvokingResource() }
  end,

  forget = function(owner)
    for name, handler in pairs(handlers) do
      handlers[name] = handler.owner ~= owner and handler or nil
    end
  end,

  --- ok, what was said, and false when it would fail every time
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
