local LEVELS = { info = 'action', warning = 'warning', error = 'error' }

return function(level, text)
  minetest.log(LEVELS[level], '[quartermaster] ' .. text)
end
