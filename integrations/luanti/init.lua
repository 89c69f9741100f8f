-- The HTTP API is only given while this file is read, and must never come into the hands of another mod.
local http = minetest.request_http_api()
local folder = minetest.get_modpath(minetest.get_current_modname())

local parts = {}
local function part(name)
  if parts[name] == nil then
    parts[name] = assert(loadfile(folder .. '/core/' .. name .. '.lua'))(part)
  end
  return parts[name]
end

local settings = dofile(folder .. '/settings.lua')
local log = dofile(folder .. '/log.lua')

if not http then
  log('error', 'add this to minetest.conf and start again: secure.http_mods = quartermaster')
  return
elseif #settings.faults > 0 then
  log('error', table.concat(settings.faults, '; '))
  return
end

local open_account = dofile(folder .. '/account.lua')
local create_console = dofile(folder .. '/console.lua')
local create_host = dofile(folder .. '/host.lua')
local create_delivery = part('delivery')
local register_command = dofile(folder .. '/command.lua')

open_account(settings)
local host = create_host({ http = http, run = create_console(settings.account), log = log })
local delivery = create_delivery(host, settings)

minetest.register_globalstep(delivery.tick)
minetest.register_on_joinplayer(delivery.joined)
-- The players and the map are saved right after these functions have run.
minetest.register_on_shutdown(delivery.saved)
register_command(delivery)
