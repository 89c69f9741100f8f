local resource = GetCurrentResourceName()

local function run_file(path, ...)
  local text = assert(LoadResourceFile(resource, path), path .. ' is missing')
  return assert(load(text, '@' .. resource .. '/' .. path))(...)
end

local parts = {}
local function load_part(name)
  if parts[name] == nil then
    parts[name] = run_file('core/' .. name .. '.lua', load_part)
  end
  return parts[name]
end

local function log(level, text)
  local colour = level == 'info' and '' or '^3'
  print(colour .. '[quartermaster] ' .. text .. '^7')
end

local settings = run_file('settings.lua')
if #settings.problems > 0 then
  log('error', table.concat(settings.problems, '; '))
  return
end

local call_export = run_file('call-export.lua')
local players = run_file('players.lua', settings.identifier, call_export)
local console = run_file('console.lua', resource, players)
local create_fill = load_part('fill-command')
local game = { resource = resource, players = players, console = console, log = log, create_fill = create_fill }
local host = run_file('host.lua', game, settings, call_export)
local delivery = load_part('delivery')(host, settings)

exports('handle', console.handle)
AddEventHandler('playerJoining', delivery.player_joined)
AddEventHandler('onResourceStop', console.remove_handlers_of)

RegisterCommand('quartermaster', function(source, args)
  local is_server_console = source == 0
  if not is_server_console then
    return
  end
  local word, id = args[1] or 'status', args[2]
  if word == 'status' then
    print(table.concat(delivery.status(), '\n'))
  elseif (word == 'retry' or word == 'delivered') and id then
    local is_resolved = delivery.resolve(id, word)
    local command = 'quartermaster delivery resolve --delivery ' .. id .. ' --as ' .. word
    print(is_resolved and 'Saved.' or 'This delivery is not held here. Decide in the store: ' .. command)
  else
    print('Usage: quartermaster status | retry <id> | delivered <id>')
  end
end, true)

RegisterCommand('link', function(source)
  local id = source ~= 0 and players.id_of(source)
  if not id then
    return
  end
  delivery.link(id, function(code)
    local text = 'The store does not answer. Try again in a minute.'
    if code then
      text = 'Type this code in the store within 10 minutes: ' .. code .. '. Do not show it to anybody.'
    end
    TriggerClientEvent('chat:addMessage', source, { args = { 'Store', text } })
  end)
end, false)

CreateThread(function()
  while true do
    delivery.tick()
    Wait(100)
  end
end)
