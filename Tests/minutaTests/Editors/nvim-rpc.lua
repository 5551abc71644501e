-- Tests the server with vim.lsp.rpc alone:
--
--     nvim --headless -u NONE -c 'luafile nvim-rpc.lua'
--
-- MINUTA_PROGRAM is the program, MINUTA_STORE the data folder.

local folder = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
local steps = dofile(folder .. '/steps.lua')
local step, wait_for, run_minuta, expect_equal =
  steps.step, steps.wait_for, steps.run_minuta, steps.expect_equal

local name = 'Zoë, 東京 & "☕"\n100%'

local notifications, problems, exit = {}, {}, nil

local function start(command, dispatchers)
  local rpc = require('vim.lsp.rpc')
  local ok, client = pcall(rpc.start, command, dispatchers)
  if not ok then
    ok, client = pcall(rpc.start, command[1], vim.list_slice(command, 2), dispatchers)
  end
  return assert(ok and client, client)
end

local client = start({ steps.program, 'rpc', '--store', steps.store }, {
  notification = function(method, params)
    table.insert(notifications, { method = method, params = params })
  end,
  on_error = function(kind, problem)
    table.insert(problems, { kind, problem })
  end,
  on_exit = function(code, signal)
    exit = { code, signal }
  end,
})

-- Sends a request and returns its error and result.
local function request(method, params)
  local reply
  client.request(method, params, function(failure, result)
    reply = { failure, result }
  end)
  wait_for('reply to ' .. method, function()
    return reply
  end)
  return reply[1], reply[2]
end

local function value(method, params)
  local failure, outcome = request(method, params)
  expect_equal(failure and failure.message, nil)
  expect_equal(outcome.status, 'ok')
  return outcome.value
end

local function expect_failure(code, error_name, method, params)
  local failure = request(method, params)
  expect_equal(failure and failure.code, code)
  expect_equal(error_name and failure.data.code, error_name)
end

local empty = vim.empty_dict()

step('initialize', function()
  local failure, result = request('initialize', { processId = vim.fn.getpid(), capabilities = empty })
  expect_equal(failure, nil)
  expect_equal(type(result.capabilities), 'table')
  expect_equal(result.serverInfo.name, 'minuta')
  client.notify('initialized', {})
end)

step('parameters may be absent, null, an empty list or an empty object', function()
  -- Neovim encodes `{}` as an empty list.
  for _, params in ipairs({ false, vim.NIL, {}, empty }) do
    expect_equal(#value('Status', params or nil).running, 0)
    expect_equal(#value('ListTags', params or nil).tags, 0)
  end
end)

step('a non-ASCII name is returned unchanged', function()
  expect_equal(value('StartTimer', { tag = name }).record.tag.name, name)
  expect_equal(value('ListTags', {}).tags[1].name, name)
end)

step('failed calls return named error codes', function()
  expect_failure(-32601, 'unknownIntent', 'NoSuchIntent', {})
  expect_failure(-32602, 'invalidValue', 'StartTimer', { tag = 'x', at = 'soon' })
  expect_failure(-32602, nil, 'StartTimer', { 'x' })
  expect_failure(-32602, nil, 'CreateTag', {})
  expect_failure(1001, 'tagNotFound', 'StopTimer', { tag = 'Nobody' })
end)

step('subscribers are notified of changes until they unsubscribe', function()
  local _, result = request('minuta/subscribe', {})
  expect_equal(result.uri, 'minuta://state')
  expect_equal(#result.value.running, 1)
  run_minuta('stop')
  wait_for('state', function()
    local last = notifications[#notifications]
    return last and last.method == 'minuta/changed' and last.params.uri == 'minuta://state'
      and #last.params.value.running == 0
  end)
  local failure, nothing = request('minuta/unsubscribe', {})
  expect_equal({ failure, nothing }, {})
  notifications = {}
  run_minuta('start', 'Work')
  expect_equal(#value('Status', {}).running, 1)
  run_minuta('stop')
  expect_equal(notifications, {})
end)

step('a cancelled request gets a response', function()
  local release = steps.hold_write_lock()
  -- The first call waits for the lock, the second for the first.
  client.request('StartTimer', { tag = 'Work' }, function() end)
  local has_reply, reached_callback
  local _, id = client.request('StartTimer', { tag = 'Never' }, function()
    reached_callback = true
  end, function()
    has_reply = true
  end)
  client.notify('$/cancelRequest', { id = id })
  wait_for('reply', function()
    return has_reply
  end)
  release()
  local running = value('Status', {}).running
  expect_equal({ #running, running[1].tag.name }, { 1, 'Work' })
  -- Neovim withholds only responses with -32800 from the callback.
  expect_equal(reached_callback, nil)
end)

step('shutdown and exit', function()
  local failure, result = request('shutdown')
  expect_equal({ failure, result }, {})
  expect_failure(-32600, nil, 'Status', {})
  client.notify('exit')
  wait_for('exit', function()
    return exit
  end)
  expect_equal(exit, { 0, 0 })
  expect_equal(steps.children(), {})
  expect_equal(problems, {})
end)

vim.cmd('qall!')
