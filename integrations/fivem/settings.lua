-- Convars of server.cfg. The key must be set with `set`, because `setr` would send it to every player.

local IDENTIFIERS = {
  license = true,
  license2 = true,
  steam = true,
  discord = true,
  fivem = true,
  xbl = true,
  live = true,
}

local settings = {
  url = GetConvar('qm_url', ''):gsub('/+$', ''),
  key = GetConvar('qm_key', ''),
  port = GetConvarInt('qm_port', 30120),
  --- The identifier that purchases use, or export:resource:function, which gets the server id of a player.
  identifier = GetConvar('qm_identifier', 'license'),
  free_slots = GetConvar('qm_free_slots', ''),
  report_delay_seconds = GetConvarInt('qm_report_delay_seconds', 0),
  problems = {},
}

local function check(is_valid, problem)
  if not is_valid then
    table.insert(settings.problems, problem)
  end
end

local function is_export(text)
  return text:match('^export:[^:]+:[^:]+$') ~= nil
end

check(
  settings.url:match('^https?://%S+$'),
  'qm_url must be the address of the store. Add to server.cfg: set qm_url "https://store.example.com"'
)
check(
  settings.key:match('^[%w_.-]+$'),
  'qm_key must be the key of this server. Add it to server.cfg with set, not with setr'
)
check(
  IDENTIFIERS[settings.identifier] or is_export(settings.identifier),
  'qm_identifier must be license, license2, steam, discord, fivem, xbl, live or export:resource:function'
)
check(
  settings.free_slots == '' or is_export(settings.free_slots),
  'qm_free_slots must be empty or export:resource:function'
)

return settings
