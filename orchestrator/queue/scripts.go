package queue

import "github.com/redis/go-redis/v9"

// Every script touches one shard: KEYS[1] is its stream, KEYS[2] the hash that counts its tokens by tenant.

// issue adds a token unless the tenant has its share of them. A refusal leaves a mark beside the count: the next token of the
// tenant that would end goes on instead. One mark is enough, since a token that goes on does so until nothing is left.
//
// ARGV: tenant, share. Returns 1 when a token was added, else 0.
//
//nolint:gochecknoglobals // a script is a constant; go-redis keeps its digest in a struct
var issue = redis.NewScript(`
if tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0') < tonumber(ARGV[2]) then
  redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
  redis.call('XADD', KEYS[1], '*', 't', ARGV[1])
  return 1
end
redis.call('HSET', KEYS[2], '!' .. ARGV[1], '1')
return 0`)

// done takes a token out, and puts it back at the tail when there is more to do, or a mark says that a hint was refused. It
// counts down only for the one who really took it out: a token that was reclaimed has two holders, and one that was flushed
// none. What such a holder knows to be left is worth a token of its own.
//
// ARGV: tenant, token id, group, share, '1' for more. Returns 1 when the tenant was given a token, else 0.
//
//nolint:gochecknoglobals // as above
var done = redis.NewScript(`
local mark = '!' .. ARGV[1]
redis.call('XACK', KEYS[1], ARGV[3], ARGV[2])
if redis.call('XDEL', KEYS[1], ARGV[2]) == 1 then
  if ARGV[5] == '1' or redis.call('HEXISTS', KEYS[2], mark) == 1 then
    redis.call('HDEL', KEYS[2], mark)
    redis.call('XADD', KEYS[1], '*', 't', ARGV[1])
    return 1
  end
  if tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0') > 1 then
    redis.call('HINCRBY', KEYS[2], ARGV[1], -1)
  else
    redis.call('HDEL', KEYS[2], ARGV[1])
  end
  return 0
end
if ARGV[5] ~= '1' then
  return 0
end
if tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0') < tonumber(ARGV[4]) then
  redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
  redis.call('XADD', KEYS[1], '*', 't', ARGV[1])
  return 1
end
redis.call('HSET', KEYS[2], mark, '1')
return 0`)

// recount makes the counters of a shard say what its stream holds. A decrement that got lost would otherwise keep a tenant
// from its share. A mark of a tenant without any token, which no token's end could heed, is made a token. XLEN decides, since
// a group's lag is not reliable everywhere; a long stream is left for later.
//
// ARGV: the length up to which the stream is read. Returns the stream's length.
//
//nolint:gochecknoglobals // as above
var recount = redis.NewScript(`
local length = redis.call('XLEN', KEYS[1])
if length > tonumber(ARGV[1]) then
  return length
end
local counts = {}
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+')) do
  local tenant = entry[2][2]
  counts[tenant] = (counts[tenant] or 0) + 1
end
local marked = {}
for _, field in ipairs(redis.call('HKEYS', KEYS[2])) do
  if string.sub(field, 1, 1) == '!' then
    marked[#marked + 1] = string.sub(field, 2)
  end
end
redis.call('DEL', KEYS[2])
for tenant, n in pairs(counts) do
  redis.call('HSET', KEYS[2], tenant, n)
end
for _, tenant in ipairs(marked) do
  if counts[tenant] then
    redis.call('HSET', KEYS[2], '!' .. tenant, '1')
  else
    redis.call('HSET', KEYS[2], tenant, 1)
    redis.call('XADD', KEYS[1], '*', 't', tenant)
  end
end
return length`)
