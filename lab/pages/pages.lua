-- Opens one page as a browser does. Arguments: the host, and the encodings that the browser accepts.
dofile(debug.getinfo(1, 'S').source:match('^@(.*/)') .. '../wrk-result.lua')

function init(args)
  wrk.headers['Host'] = args[1]
  wrk.headers['Accept-Encoding'] = args[2]
  wrk.headers['Accept-Language'] = 'en'
end
