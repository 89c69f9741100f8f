-- Polls with the keys of a file. Arguments: the file, the number of lines to skip, and optionally a body to post.
-- Requests are formatted before the run, so that the load costs the same for every server.
dofile(debug.getinfo(1, 'S').source:match('^@(.*/)') .. '../wrk-result.lua')

local polls = {}
local count = 0
local at = 0

function init(args)
  for key in io.lines(args[1]) do
    count = count + 1
    if args[3] then
      polls[count] = wrk.format('POST', nil, { Authorization = key, ['Content-Type'] = 'application/json' }, args[3])
    else
      polls[count] = wrk.format('GET', nil, { Authorization = key })
    end
  end
  at = tonumber(args[2]) % count
end

function request()
  at = at + 1
  if at > count then at = 1 end
  return polls[at]
end
