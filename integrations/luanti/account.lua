-- Commands check the privileges of the player who runs them, so the mod runs them with an account of its own. Players
-- cannot join with its name. If a player registered the name before, the password that they know is replaced.

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
    local random = assert(SecureRandom(), 'this system has no source of secure random numbers')
    local password = minetest.get_password_hash(account, minetest.sha1(random:next_bytes(32)))
    if handler.get_auth(account) then
      handler.set_password(account, password)
    else
      handler.create_auth(account, password)
    end
    minetest.set_player_privs(account, minetest.string_to_privs(settings.privs))
  end)
end
