-- Polls with the keys of a file. Arguments: the file, the number of lines to skip, and optionally a body to post.
-- Requests are formatted before the run, so that the load costs the same for every server.
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

function done(summary, latency)
  local e = summary.errors
  print(string.format(
    '{"requests":%d,"microseconds":%d,"bytes":%d,"p99Us":%d,"sent":%d,"connect":%d,"read":%d,"write":%d,"status":%d,"timeout":%d}',
    summary.requests, summary.duration, summary.bytes, latency:percentile(99), summary.requests,
    e.connect, e.read, e.write, e.status, e.timeout))
end
