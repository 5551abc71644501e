-- Talks to the server with vim.lsp.rpc alone:
--
--     nvim --headless -u NONE -c 'luafile nvim-rpc.lua'
--
-- with the program and the folder in MINUTA_PROGRAM and MINUTA_STORE.

local folder = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
local steps = dofile(folder .. '/steps.lua')
local step, wait_for, elsewhere, expect_equal =
  steps.step, steps.wait_for, steps.elsewhere, steps.expect_equal

local name = 'Zoë, 東京 & "☕"\n100%/'

local told, problems, exit = {}, {}, nil

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
    table.insert(told, { method = method, params = params })
  end,
  on_error = function(kind, problem)
    table.insert(problems, { kind, problem })
  end,
  on_exit = function(code, signal)
    exit = { code, signal }
  end,
})

-- Asks and returns the error and the result.
local function ask(method, params)
  local answer
  client.request(method, params, function(failure, result)
    answer = { failure, result }
  end)
  wait_for('answer to ' .. method, function()
    return answer
  end)
  return answer[1], answer[2]
end

local function value(method, params)
  local failure, outcome = ask(method, params)
  expect_equal(failure and failure.message, nil)
  expect_equal(outcome.status, 'ok')
  return outcome.value
end

local function expect_failure(code, word, method, params)
  local failure = ask(method, params)
  expect_equal(failure and failure.code, code)
  expect_equal(word and failure.data.code, word)
end

local none = vim.empty_dict()

step('initialize', function()
  local failure, result = ask('initialize', { processId = vim.fn.getpid(), capabilities = none })
  expect_equal(failure, nil)
  expect_equal(type(result.capabilities), 'table')
  expect_equal(result.serverInfo.name, 'minuta')
  client.notify('initialized', {})
end)

step('no parameters are absent, null, an empty list or an empty object', function()
  -- `{}` is an empty list to Neovim.
  for _, params in ipairs({ false, vim.NIL, {}, none }) do
    expect_equal(#value('Status', params or nil).running, 0)
    expect_equal(#value('ListTags', params or nil).tags, 0)
  end
end)

step('a name that is not ASCII comes back as it was', function()
  expect_equal(value('StartTimer', { tag = name }).record.tag.name, name)
  expect_equal(value('ListTags', {}).tags[1].name, name)
end)

step('what fails is an error with a word', function()
  expect_failure(-32601, 'unknownIntent', 'NoSuchIntent', {})
  expect_failure(-32602, 'invalidValue', 'StartTimer', { tag = 'x', at = 'soon' })
  expect_failure(-32602, nil, 'StartTimer', { 'x' })
  expect_failure(-32602, nil, 'CreateTag', {})
  expect_failure(1001, 'tagNotFound', 'StopTimer', { tag = 'Nobody' })
end)

step('changes are told to who asked for them, and not after', function()
  local _, result = ask('minuta/subscribe', {})
  expect_equal(result.uri, 'minuta://state')
  expect_equal(#result.value.running, 1)
  elsewhere('stop')
  wait_for('state', function()
    local last = told[#told]
    return last and last.method == 'minuta/changed' and last.params.uri == 'minuta://state'
      and #last.params.value.running == 0
  end)
  local failure, nothing = ask('minuta/unsubscribe', {})
  expect_equal({ failure, nothing }, {})
  told = {}
  elsewhere('start', 'Work')
  expect_equal(#value('Status', {}).running, 1)
  elsewhere('stop')
  expect_equal(told, {})
end)

step('a cancelled request is answered', function()
  local finish = steps.begin_writing()
  -- The one waits for the lock, the other for the one.
  client.request('StartTimer', { tag = 'Work' }, function() end)
  local answered, surfaced
  local _, id = client.request('StartTimer', { tag = 'Never' }, function()
    surfaced = true
  end, function()
    answered = true
  end)
  client.notify('$/cancelRequest', { id = id })
  wait_for('answer', function()
    return answered
  end)
  finish()
  local running = value('Status', {}).running
  expect_equal({ #running, running[1].tag.name }, { 1, 'Work' })
  -- Neovim keeps an answer with -32800, and no other, from the callback.
  expect_equal(surfaced, nil)
end)

step('shutdown and exit', function()
  local failure, result = ask('shutdown')
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
