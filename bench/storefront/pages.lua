-- Opens one page as a browser does. Arguments: the host, and the encodings that the browser accepts.
function init(args)
  wrk.headers['Host'] = args[1]
  wrk.headers['Accept-Encoding'] = args[2]
  wrk.headers['Accept-Language'] = 'en'
end

function done(summary, latency)
  local e = summary.errors
  print(string.format(
    '{"requests":%d,"microseconds":%d,"bytes":%d,"p99Us":%d,"sent":%d,"connect":%d,"read":%d,"write":%d,"status":%d,"timeout":%d}',
    summary.requests, summary.duration, summary.bytes, latency:percentile(99), summary.requests,
    e.connect, e.read, e.write, e.status, e.timeout))
end
