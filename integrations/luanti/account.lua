-- Commands check the privileges of who runs them, so they are run by an account. Nobody can join by its name: its
-- password is forgotten as soon as it is made, and the door is shut as well.

local function wanted_privileges(settings)
  if settings.privs then
    return minetest.string_to_privs(settings.privs)
  end
  local all = {}
  for name in pairs(minetest.registered_privileges) do
    all[name] = true
  end
  return all
end

return function(settings)
  local account = settings.account

  minetest.register_on_prejoinplayer(function(name)
    if name:lower() == account:lower() then
      return 'This name belongs to the store.'
    end
  end)

  -- Accounts can be read once the world has been opened, which is after the mods were loaded.
  minetest.after(0, function()
    local handler = minetest.get_auth_handler()
    if not handler.get_auth(account) then
      local secret = minetest.sha1(SecureRandom():next_bytes(32))
      handler.create_auth(account, minetest.get_password_hash(account, secret))
    end
    minetest.set_player_privs(account, wanted_privileges(settings))
  end)
end
