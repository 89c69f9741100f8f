local resource = GetCurrentResourceName()

local function run_file(path, ...)
  local text = assert(LoadResourceFile(resource, path), path .. ' is missing')
  return assert(load(text, '@' .. resource .. '/' .. path))(...)
end

local parts = {}
local function part(name)
  if parts[name] == nil then
    parts[name] = run_file('core/' .. name .. '.lua', part)
  end
  return parts[name]
end

local function log(level, text)
  local colour = level == 'info' and '' or '^3'
  print(colour .. '[quartermaster] ' .. text .. '^7')
end

local settings = run_file('settings.lua')
if #settings.faults > 0 then
  log('error', table.concat(settings.faults, '; '))
  return
end

local call_export = run_file('call-export.lua')
local players = run_file('players.lua', settings.identifier, call_export)
local console = run_file('console.lua', resource, players)
local host = run_file('host.lua', { resource = resource, players = players, console = console, log = log }, settings, call_export)
local delivery = part('delivery')(host, settings)

exports('handle', console.handle)
AddEventHandler('playerJoining', delivery.joined)
AddEventHandler('onResourceStop', console.forget)

RegisterCommand('quartermaster', function(source, args)
  if source ~= 0 then
    return
  end
  local word, id = args[1] or 'status', args[2]
  if word == 'status' then
    print(table.concat(delivery.status(), '\n'))
  elseif (word == 'again' or word == 'done') and id then
    local noted = delivery.settle(id, word)
    print(noted and 'Noted.' or 'Not held here. Decide in the store: quartermaster commands settle --command ' .. id .. ' --as ' .. word)
  else
    print('quartermaster status | again <id> | done <id>')
  end
end, true)

CreateThread(function()
  while true do
    delivery.tick()
    Wait(100)
  end
end)
