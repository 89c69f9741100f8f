--- `/link`, a code for the storefront; `/quartermaster status` and, for stores that only support games 1.0, the decision about held deliveries.
return function(delivery)
  minetest.register_chatcommand('quartermaster', {
    params = 'status | retry <id> | delivered <id>',
    description = 'Shows the deliveries of the store, or decides about a held delivery',
    privs = { server = true },
    func = function(_, param)
      local word, id = param:match('^(%S+)%s*(%S*)$')
      if param == '' or word == 'status' then
        return true, table.concat(delivery.status(), '\n')
      elseif (word == 'retry' or word == 'delivered') and id ~= '' then
        if delivery.resolve(id, word) then
          return true, 'Saved.'
        end
        local command = 'quartermaster delivery resolve --delivery ' .. id .. ' --as ' .. word
        return false, 'This delivery is not held here. Decide in the store: ' .. command
      end
      return false
    end,
  })
  minetest.register_chatcommand('link', {
    description = 'Shows a code that proves in the store who you are',
    func = function(name)
      if not minetest.get_player_by_name(name) then
        return false, 'Join the game first.'
      end
      delivery.link(name, function(code)
        local text = 'The store does not answer. Try again in a minute.'
        if code then
          text = 'Type this code in the store within 10 minutes: ' .. code .. '. Do not show it to anybody.'
        end
        minetest.chat_send_player(name, text)
      end)
      return true
    end,
  })
end
