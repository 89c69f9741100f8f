--- `/quartermaster status` and, for stores that only support games 1.0, the decision about held deliveries.
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
end
