package queue

import "github.com/redis/go-redis/v9"

// Every script touches one shard: KEYS[1] is its stream, KEYS[2] the hash that counts its tokens by tenant.

// issue adds a token unless the tenant has its share of them. Refusals are counted beside it, up to the share, for as many
// of the next tokens that end: without that the wakes of a tenant at its share would be lost, and what runs for long would
// be taken up again one by one.
//
// ARGV: tenant, share. Returns 1 when a token was added, else 0.
//
//nolint:gochecknoglobals // a script is a constant; go-redis keeps its digest in a struct
var issue = redis.NewScript(`
local n = tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0')
if n < tonumber(ARGV[2]) then
  redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
  redis.call('XADD', KEYS[1], '*', 't', ARGV[1])
  return 1
end
if tonumber(redis.call('HGET', KEYS[2], '!' .. ARGV[1]) or '0') < tonumber(ARGV[2]) then
  redis.call('HINCRBY', KEYS[2], '!' .. ARGV[1], 1)
end
return 0`)

// done removes a token, and counts down only for the one who really removed it: a token that was reclaimed has two holders.
//
// ARGV: tenant, token id, group. Returns 1 when a token was refused to the tenant meanwhile, else 0.
//
//nolint:gochecknoglobals // as above
var done = redis.NewScript(`
redis.call('XACK', KEYS[1], ARGV[3], ARGV[2])
local removed = redis.call('XDEL', KEYS[1], ARGV[2])
if removed == 1 then
  if tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0') > 1 then
    redis.call('HINCRBY', KEYS[2], ARGV[1], -1)
  else
    redis.call('HDEL', KEYS[2], ARGV[1])
  end
end
local refused = tonumber(redis.call('HGET', KEYS[2], '!' .. ARGV[1]) or '0')
if refused > 1 then
  redis.call('HINCRBY', KEYS[2], '!' .. ARGV[1], -1)
elseif refused == 1 then
  redis.call('HDEL', KEYS[2], '!' .. ARGV[1])
end
return refused > 0 and 1 or 0`)

// recount makes the counters of a shard say what its stream holds. A decrement that got lost would otherwise keep a
// tenant from its share. Refusals stay for as long as the tenant has tokens that may end. XLEN decides, since a group's lag
// is not reliable everywhere; a long stream is left for later.
//
// ARGV: the length up to which the stream is read. Returns the stream's length.
//
//nolint:gochecknoglobals // as above
var recount = redis.NewScript(`
local length = redis.call('XLEN', KEYS[1])
if length == 0 then
  redis.call('DEL', KEYS[2])
elseif length <= tonumber(ARGV[1]) then
  local counts = {}
  for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+')) do
    local tenant = entry[2][2]
    counts[tenant] = (counts[tenant] or 0) + 1
  end
  local refused = {}
  for tenant, n in pairs(counts) do
    refused[tenant] = redis.call('HGET', KEYS[2], '!' .. tenant)
  end
  redis.call('DEL', KEYS[2])
  for tenant, n in pairs(counts) do
    redis.call('HSET', KEYS[2], tenant, n)
    if refused[tenant] then
      redis.call('HSET', KEYS[2], '!' .. tenant, refused[tenant])
    end
  end
end
return length`)
