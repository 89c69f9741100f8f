-- Reports each line of a file once: "key id". Requests are formatted before the run.
local reports = {}
local count = 0
-- Global, so that done() can read it. It is one too high, because wrk asks for one request that it does not send.
sent = 0

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  for line in io.lines(args[1]) do
    local key, id = line:match('^(%S+) (%S+)$')
    local headers = { Authorization = key, ['Content-Type'] = 'application/json' }
    count = count + 1
    reports[count] = wrk.format('POST', nil, headers, '{"commandQueueId":"' .. id .. '"}')
  end
end

function request()
  sent = sent + 1
  return reports[sent] or reports[count]
end

function done(summary, latency)
  local e = summary.errors
  print(string.format(
    '{"requests":%d,"microseconds":%d,"bytes":%d,"p99Us":%d,"sent":%d,"connect":%d,"read":%d,"write":%d,"status":%d,"timeout":%d}',
    summary.requests, summary.duration, summary.bytes, latency:percentile(99), threads[1]:get('sent'),
    e.connect, e.read, e.write, e.status, e.timeout))
end
