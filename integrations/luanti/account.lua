-- Commands check the privileges of the player who runs them, so the mod runs them with an account of its own. Players
-- cannot join with its name: its password is random and not stored, and a check at joining refuses the name.

local function list_privileges(settings)
  if settings.privs then
    return minetest.string_to_privs(settings.privs)
  end
  local privileges = {}
  for name in pairs(minetest.registered_privileges) do
    privileges[name] = true
  end
  return privileges
end

return function(settings)
  local account = settings.account

  minetest.register_on_prejoinplayer(function(name)
    if name:lower() == account:lower() then
      return 'This name is reserved for the store.'
    end
  end)

  -- Accounts are available only after all mods have been loaded.
  minetest.after(0, function()
    local handler = minetest.get_auth_handler()
    if not handler.get_auth(account) then
      local password = minetest.sha1(SecureRandom():next_bytes(32))
      handler.create_auth(account, minetest.get_password_hash(account, password))
    end
    minetest.set_player_privs(account, list_privileges(settings))
  end)
end
