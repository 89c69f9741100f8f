--- `/quartermaster status` and, with a store that only speaks 1.0, the owner's word about what is held.
return function(delivery)
  minetest.register_chatcommand('quartermaster', {
    params = 'status | again <id> | done <id>',
    description = 'Shows what the store has delivered; decides about what is held',
    privs = { server = true },
    func = function(_, param)
      local word, id = param:match('^(%S+)%s*(%S*)$')
      if param == '' or word == 'status' then
        return true, table.concat(delivery.status(), '\n')
      elseif (word == 'again' or word == 'done') and id ~= '' then
        if delivery.settle(id, word) then
          return true, 'Noted.'
        end
        return false, 'Not held here. Decide in the store: quartermaster commands settle --command ' .. id .. ' --as ' .. word
      end
      return false
    end,
  })
end
