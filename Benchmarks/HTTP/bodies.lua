-- Sends each line of the file $BODIES once, in order, and asks for /healthz when they are used up; without a file, plain GETs.
local path = os.getenv("BODIES")
local file = path ~= "" and io.open(path) or nil

function request()
  if not file then return wrk.format("GET") end
  local body = file:read("*l")
  if not body then
    return wrk.format("GET", "/healthz")
  end
  return wrk.format("POST", nil, { ["Content-Type"] = "application/json" }, body)
end

function done(summary, latency, requests)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format("RESULT %d %d %d %d %d\n", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), failed))
end
