-- Convars of server.cfg. The key is set by `set`: `setr` would send it to every player.

local IDENTIFIERS = { license = true, license2 = true, steam = true, discord = true, fivem = true, xbl = true, live = true }

local settings = {
  url = GetConvar('qm_url', ''):gsub('/+$', ''),
  key = GetConvar('qm_key', ''),
  port = GetConvarInt('qm_port', 30120),
  --- Which identifier of a player purchases name; or export:resource:function, which is given the player's server id.
  identifier = GetConvar('qm_identifier', 'license'),
  free_slots = GetConvar('qm_free_slots', ''),
  settle_seconds = GetConvarInt('qm_settle_seconds', 0),
  faults = {},
}

local function require_that(true_thing, fault)
  if not true_thing then
    table.insert(settings.faults, fault)
  end
end

local function is_export(text)
  return text:match('^export:[^:]+:[^:]+$') ~= nil
end

require_that(settings.url:match('^https?://%S+$'), 'set qm_url in server.cfg, like: set qm_url "https://store.example.com"')
require_that(settings.key:match('^[%w_.-]+$'), 'set qm_key in server.cfg to the key of this server, with set and not setr')
require_that(
  IDENTIFIERS[settings.identifier] or is_export(settings.identifier),
  'qm_identifier is none of license, license2, steam, discord, fivem, xbl, live, export:resource:function'
)
require_that(settings.free_slots == '' or is_export(settings.free_slots), 'qm_free_slots is not export:resource:function')

return settings
