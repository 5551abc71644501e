-- Drives the plugin for Neovim:
--
--     nvim --headless -u NONE --cmd 'set rtp+=…/Examples/editors/nvim' -c 'luafile nvim-client.lua'
--
-- with the program and the folder in MINUTA_PROGRAM and MINUTA_STORE.

local folder = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
local steps = dofile(folder .. '/steps.lua')
local step, wait_for, elsewhere = steps.step, steps.wait_for, steps.elsewhere
local expect_equal, expect_match = steps.expect_equal, steps.expect_match

vim.cmd('runtime plugin/minuta.lua')
local minuta = require('minuta')
minuta.options({ program = steps.program, store = steps.store })

-- What was told last.
local told
vim.notify = function(message, level)
  told = { message = message, level = level }
end

-- Does a command and returns what it told.
local function tell(command)
  told = nil
  vim.cmd(command)
  return wait_for('message after ' .. command, function()
    return told
  end)
end

local function expect_error(pattern)
  expect_equal(told.level, vim.log.levels.ERROR)
  expect_match(told.message, pattern)
  expect_equal(told.message:find('\n'), nil)
end

local function wait_for_status(pattern)
  wait_for(pattern, function()
    return minuta.statusline():match(pattern)
  end)
end

local function drawn()
  return vim.api.nvim_eval_statusline("%{%v:lua.require'minuta'.statusline()%}", {}).str
end

local function completions(line)
  return vim.fn.getcompletion(line, 'cmdline')
end

step('a command works without a setup and completion offers the tags', function()
  elsewhere('start', 'Café ☕')
  elsewhere('stop')
  elsewhere('tag-create', 'Old')
  elsewhere('tag-archive', 'Old')
  expect_equal(minuta.statusline(), '')
  -- The first completion starts the server and gives up after a while.
  wait_for('tags', function()
    return #completions('MinutaStart ') > 0
  end)
  expect_equal(completions('MinutaStart '), { 'Café ☕' })
  expect_equal(completions('MinutaStart caf'), { 'Café ☕' })
  expect_equal(completions('MinutaStop Café '), { '☕' })
  expect_equal(completions('MinutaLog Caf'), {})
  expect_equal(completions('MinutaLog 5m Caf'), { 'Café ☕' })
  expect_equal(completions('MinutaStart Old'), {})
end)

step('a start is shown, and a per cent sign is one', function()
  expect_match(tell('MinutaStart R&D 100% "x" | y ☕').message, '^Minuta: Started .R&D 100%% "x" | y ☕')
  wait_for_status('^R&D 100%%%% "x" | y ☕ 0:00$')
  expect_equal(drawn(), 'R&D 100% "x" | y ☕ 0:00')
end)

step('a change by another process arrives', function()
  elsewhere('stop')
  wait_for_status('^$')
  elsewhere('start', 'Café ☕', '--at=-75m')
  wait_for_status('^Café ☕ 1:15$')
end)

step('a folder that is gone is marked and its timers are back with it', function()
  local away = steps.store .. '-away'
  told = nil
  assert(os.rename(steps.store, away))
  wait_for_status('^Minuta is not live$')
  expect_error('is missing')
  assert(os.rename(away, steps.store))
  wait_for_status('^Café ☕ 1:15$')
end)

step('one of the timers stops by its tag and then all', function()
  tell('MinutaStart Work')
  wait_for_status('^Café ☕ 1:15, Work 0:00$')
  expect_match(tell('MinutaStop Work').message, "^Minuta: Stopped 'Work'")
  wait_for_status('^Café ☕ 1:15$')
  tell('MinutaStop')
  wait_for_status('^$')
end)

step('a toggle starts what was last and stops it', function()
  tell('MinutaToggle')
  wait_for_status(' 0:00$')
  tell('MinutaToggle')
  wait_for_status('^$')
end)

step('an error is one sentence', function()
  tell('MinutaLog soon Work')
  expect_error("^Minuta: .* is not valid for 'duration'.*%.$")
end)

step('the week stands in a buffer and is read anew', function()
  elsewhere('log', '東京', '1h15m', '--start', '12:00', '--planned')
  tell('MinutaLog 5m Work')
  vim.cmd('MinutaWeek')
  wait_for('buffer', function()
    return vim.fn.bufname() == 'minuta://week'
  end)
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, true)
  expect_match(lines[1], '^[-%d]+ to [-%d]+ %(.*%): ')
  expect_equal(lines[2], '')
  local text = table.concat(lines, '\n')
  expect_match(text, '\n%u%l%l %d%d%d%d%-%d%d%-%d%d +')
  expect_match(text, '\n  Work +%d+m')
  expect_match(text, '\n  東京 +1h 15m')
  for _, line in ipairs(vim.list_slice(lines, 3)) do
    if line ~= '' then
      expect_equal(vim.fn.strdisplaywidth(line), vim.fn.strdisplaywidth(lines[3]))
    end
  end
  expect_equal(vim.bo.modifiable, false)
  elsewhere('log', 'Meeting', '5m')
  vim.cmd('normal R')
  wait_for('log', function()
    return vim.fn.search('^  Meeting \\+[0-9]\\+m$', 'nw') > 0
  end)
  expect_equal(#vim.api.nvim_list_wins(), 2)
  vim.cmd('close')
end)

-- The names of the tags, as the server answers after all that it was asked before.
local function tags()
  local names
  minuta.request('ListTags', {}, function(outcome)
    names = vim.tbl_map(function(tag)
      return tag.name
    end, outcome.value.tags)
  end)
  return wait_for('tags', function()
    return names
  end)
end

step('a cancel is told and nothing is written', function()
  local finish = steps.begin_writing()
  -- The one waits for the lock, the other for the one.
  minuta.start('Work')
  told = nil
  minuta.start('Never')()
  expect_error('^Minuta: The request was cancelled%.$')
  -- Its answer tells that the server has read the cancel, which stands before it.
  local read
  minuta.request('ping', {}, function()
    read = true
  end)
  wait_for('answer', function()
    return read
  end)
  finish()
  expect_equal(vim.tbl_contains(tags(), 'Never'), false)
  tell('MinutaStop')
end)

step('another store has a server of its own', function()
  local former = steps.children()[1]
  local other = steps.store .. '-other'
  minuta.setup({ store = other })
  tell('MinutaStart Elsewhere')
  wait_for_status('^Elsewhere 0:00$')
  expect_equal(vim.fn.filereadable(other .. '/tags.json'), 1)
  expect_equal(steps.children()[1] ~= former, true)
  tell('MinutaStop')
  minuta.setup({ store = steps.store })
  expect_equal(vim.tbl_contains(tags(), 'Elsewhere'), false)
  expect_equal(#steps.children(), 1)
end)

step('the next command starts a server that was killed', function()
  local killed = steps.children()
  expect_equal(#killed, 1)
  vim.loop.kill(killed[1], 'sigkill')
  wait_for_status('^Minuta stopped$')
  tell('MinutaStart Work')
  wait_for_status('^Work 0:00$')
  expect_equal(#steps.children(), 1)
  expect_equal(steps.children()[1] ~= killed[1], true)
  tell('MinutaStop')
end)

step('a server that dies while it is asked is told in one sentence', function()
  local server = steps.children()[1]
  local finish = steps.begin_writing()
  told = nil
  minuta.start('Never')
  vim.loop.kill(server, 'sigkill')
  wait_for('message', function()
    return told
  end)
  expect_error('^Minuta: The server ended; .*%.$')
  finish()
end)

step('a program that is not there is told in one sentence', function()
  minuta.setup({ program = 'no-such-minuta' })
  expect_error("^Minuta: there is no program 'no%-such%-minuta'%.$")
end)

step('the end is clean and no child is left', function()
  minuta.setup({ program = steps.program, store = steps.store })
  wait_for('server', function()
    return #steps.children() == 1 and minuta.statusline() == ''
  end)
  tell('MinutaStop')
  minuta.close()
  expect_equal(steps.children(), {})
end)

vim.cmd('qall!')
