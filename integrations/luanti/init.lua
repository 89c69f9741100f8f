-- The HTTP API is available only while this file is loaded, and must never be passed to another mod.
local http = minetest.request_http_api()
local folder = minetest.get_modpath(minetest.get_current_modname())

local parts = {}
local function load_part(name)
  if parts[name] == nil then
    parts[name] = assert(loadfile(folder .. '/core/' .. name .. '.lua'))(load_part)
  end
  return parts[name]
end

local settings = dofile(folder .. '/settings.lua')
local log = dofile(folder .. '/log.lua')

-- Before anything else: the account of an earlier start has privileges, even if the mod cannot deliver now.
dofile(folder .. '/account.lua')(settings)

if not http then
  log('error', 'HTTP requests are not allowed. Add to minetest.conf and restart: secure.http_mods = quartermaster')
  return
elseif #settings.problems > 0 then
  log('error', table.concat(settings.problems, '; '))
  return
end

local create_console = dofile(folder .. '/console.lua')
local create_host = dofile(folder .. '/host.lua')
local create_delivery = load_part('delivery')
local register_command = dofile(folder .. '/command.lua')

local host = create_host({
  http = http,
  run = create_console(settings.account),
  log = log,
  create_fill = load_part('fill-command'),
})
local delivery = create_delivery(host, settings)

minetest.register_globalstep(delivery.tick)
minetest.register_on_joinplayer(delivery.player_joined)
-- The game saves players and map right after these callbacks.
minetest.register_on_shutdown(delivery.game_saved)
register_command(delivery)
