-- Sends a fixed number of requests, all made beforehand, and then stops wrk, which by itself only knows durations.
-- Arguments: method, path, number of requests, what the values are (none, body or bearer), the file with one value a
-- line, and the file that takes refresh and access token of each answer, or "-".
local ffi = require("ffi")
ffi.cdef [[ int kill(int process, int signal); int getpid(void); ]]
local interrupt = 2

local requests, captured = {}, nil
local limit, sent = 0, -1 -- wrk asks for one request to look at before it begins

local function made(method, path, form, value)
    local headers = { ["Sesame-App"] = "couple" }
    if form == "body" then headers["Content-Type"] = "application/json" end
    if form == "bearer" then headers["Authorization"] = "Bearer " .. value end
    return wrk.format(method, path, headers, form == "body" and value or nil)
end

function init(arguments)
    local method, path, count, form, values, answers = unpack(arguments)
    limit = tonumber(count)
    if form == "none" then
        requests[1] = made(method, path, form)
    else
        for value in io.lines(values) do requests[#requests + 1] = made(method, path, form, value) end
    end
    if answers == "-" then response = nil else captured = io.open(answers, "w") end
end

function request()
    sent = sent + 1
    -- Other connections may be due in the same turn of wrk's loop; an empty request is not sent.
    if sent > limit then return "" end
    if sent == limit then
        if captured then captured:flush() end
        wrk.thread:stop()
        ffi.C.kill(ffi.C.getpid(), interrupt)
    end
    return requests[math.max(sent - 1, 0) % #requests + 1]
end

function response(status, headers, body)
    if status ~= 200 then return end
    captured:write(body:match('"refreshToken":"([^"]+)"'), " ", body:match('"accessToken":"([^"]+)"'), "\n")
end

function done(summary, latency)
    local errors = summary.errors
    io.write(string.format(
        "outcome %d %d %d %d %d\n", summary.requests, summary.duration,
        errors.status + errors.connect + errors.read + errors.write + errors.timeout,
        latency:percentile(50), latency:percentile(99)))
end
