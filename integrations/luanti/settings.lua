local function setting(name)
  local value = (minetest.settings:get('quartermaster.' .. name) or ''):match('^%s*(.-)%s*$')
  return value ~= '' and value or nil
end

--- A key beside the world wins: several worlds share one minetest.conf, but each is a server of its own in the store.
local function key()
  local file = io.open(minetest.get_worldpath() .. '/quartermaster.key', 'r')
  if not file then
    return setting('key')
  end
  local text = file:read('*a'):match('^%s*(%S*)%s*$')
  file:close()
  return text ~= '' and text or nil
end

local settings = {
  url = (setting('url') or ''):gsub('/+$', ''),
  key = key(),
  port = tonumber(minetest.settings:get('port')) or 30000,
  account = setting('account') or 'quartermaster',
  privs = setting('privs'),
  settle_seconds = tonumber(setting('settle_seconds')) or 0,
  faults = {},
}

local function require_that(true_thing, fault)
  if not true_thing then
    table.insert(settings.faults, fault)
  end
end

require_that(settings.url:match('^https?://%S+$'), 'set quartermaster.url in minetest.conf, like https://store.example.com')
require_that(settings.key and settings.key:match('^[%w_.-]+$'), 'set quartermaster.key in minetest.conf to the key of this server')
require_that(settings.account:match('^[%w_-]+$') and #settings.account <= 20, 'quartermaster.account is not a name that a player can have')

return settings
