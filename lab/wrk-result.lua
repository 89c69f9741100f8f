-- Prints the result of a run of wrk as JSON. The scripts of the loads read this file.
-- With PAUSE_MS, a connection waits this long before a request, on average. wrk calls `delay` if it exists.
local pause = tonumber(os.getenv('PAUSE_MS') or '')
if pause then
  function delay()
    return math.random(0, 2 * pause)
  end
end

function done(summary, latency)
  local e = summary.errors
  print(string.format(
    '{"requests":%d,"microseconds":%d,"bytes":%d,"p99Us":%d,"sent":%d,"connect":%d,"read":%d,"write":%d,"status":%d,"timeout":%d}',
    summary.requests, summary.duration, summary.bytes, latency:percentile(99), summary.requests,
    e.connect, e.read, e.write, e.status, e.timeout))
end
