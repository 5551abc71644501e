-- Tests the Neovim plugin:
--
--     nvim --headless -u NONE --cmd 'set rtp+=…/Examples/editors/nvim' -c 'luafile nvim-client.lua'
--
-- MINUTA_PROGRAM is the program, MINUTA_STORE the data folder.

local folder = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
local steps = dofile(folder .. '/steps.lua')
local step, wait_for, run_minuta = steps.step, steps.wait_for, steps.run_minuta
local expect_equal, expect_match = steps.expect_equal, steps.expect_match

vim.cmd('runtime plugin/minuta.lua')
local minuta = require('minuta')
minuta.options({ program = steps.program, store = steps.store })

-- The latest notification to the user.
local last
vim.notify = function(message, level)
  last = { message = message, level = level }
end

-- Runs a command and returns its notification.
local function run(command)
  last = nil
  vim.cmd(command)
  return wait_for('message after ' .. command, function()
    return last
  end)
end

local function expect_error(pattern)
  expect_equal(last.level, vim.log.levels.ERROR)
  expect_match(last.message, pattern)
  expect_equal(last.message:find('\n'), nil)
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

step('a command works without setup() and completion offers the tags', function()
  run_minuta('start', 'Café ☕')
  run_minuta('stop')
  run_minuta('tag-create', 'Old')
  run_minuta('tag-archive', 'Old')
  expect_equal(minuta.statusline(), '')
  -- The first completion starts the server and may time out.
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

step('the status line shows a started timer, with its percent sign escaped', function()
  expect_match(run('MinutaStart R&D 100% "x" | y ☕').message, '^Minuta: Started .R&D 100%% "x" | y ☕')
  wait_for_status('^R&D 100%%%% "x" | y ☕ 0:00$')
  expect_equal(drawn(), 'R&D 100% "x" | y ☕ 0:00')
end)

step('a change by another process arrives', function()
  run_minuta('stop')
  wait_for_status('^$')
  run_minuta('start', 'Café ☕', '--at=-75m')
  wait_for_status('^Café ☕ 1:15$')
end)

step('a missing data folder is reported, and its timers return when it does', function()
  local moved = steps.store .. '-moved'
  last = nil
  assert(os.rename(steps.store, moved))
  wait_for_status('^Minuta: no live updates$')
  expect_error('is missing or empty')
  assert(os.rename(moved, steps.store))
  wait_for_status('^Café ☕ 1:15$')
end)

step('stop ends the timer with a tag, or all timers', function()
  run('MinutaStart Work')
  wait_for_status('^Café ☕ 1:15, Work 0:00$')
  expect_match(run('MinutaStop Work').message, "^Minuta: Stopped 'Work'")
  wait_for_status('^Café ☕ 1:15$')
  run('MinutaStop')
  wait_for_status('^$')
end)

step('toggle restarts the last timer and stops it', function()
  run('MinutaToggle')
  wait_for_status(' 0:00$')
  run('MinutaToggle')
  wait_for_status('^$')
end)

step('an error message is one line', function()
  run('MinutaLog soon Work')
  expect_error("^Minuta: 'soon' is not valid for 'duration'%. .*%.$")
end)

step('the week is shown in a buffer, which can be updated', function()
  run_minuta('log', '東京', '1h15m', '--start', '12:00', '--planned')
  run('MinutaLog 5m Work')
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
  run_minuta('log', 'Meeting', '5m')
  vim.cmd('normal R')
  wait_for('log', function()
    return vim.fn.search('^  Meeting \\+[0-9]\\+m$', 'nw') > 0
  end)
  expect_equal(#vim.api.nvim_list_wins(), 2)
  vim.cmd('close')
end)

-- Returns the tag names, after the server has handled all earlier requests.
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

step('a cancelled call is reported and writes nothing', function()
  local release = steps.hold_write_lock()
  -- The first call waits for the lock, the second for the first.
  minuta.start('Work')
  last = nil
  minuta.start('Never')()
  expect_error('^Minuta: The request was cancelled%.$')
  -- A response to ping means that the server has read the cancellation before it.
  local has_replied
  minuta.request('ping', {}, function()
    has_replied = true
  end)
  wait_for('reply', function()
    return has_replied
  end)
  release()
  expect_equal(vim.tbl_contains(tags(), 'Never'), false)
  run('MinutaStop')
end)

step('another data folder has its own server', function()
  local previous = steps.children()[1]
  local other = steps.store .. '-other'
  minuta.setup({ store = other })
  run('MinutaStart Elsewhere')
  wait_for_status('^Elsewhere 0:00$')
  expect_equal(vim.fn.filereadable(other .. '/tags.json'), 1)
  expect_equal(steps.children()[1] ~= previous, true)
  run('MinutaStop')
  minuta.setup({ store = steps.store })
  expect_equal(vim.tbl_contains(tags(), 'Elsewhere'), false)
  expect_equal(#steps.children(), 1)
end)

step('the next command restarts a killed server', function()
  local killed = steps.children()
  expect_equal(#killed, 1)
  vim.loop.kill(killed[1], 'sigkill')
  wait_for_status('^Minuta stopped$')
  run('MinutaStart Work')
  wait_for_status('^Work 0:00$')
  expect_equal(#steps.children(), 1)
  expect_equal(steps.children()[1] ~= killed[1], true)
  run('MinutaStop')
end)

step('an error message reports a server that dies during a call', function()
  local server = steps.children()[1]
  local release = steps.hold_write_lock()
  last = nil
  minuta.start('Never')
  vim.loop.kill(server, 'sigkill')
  wait_for('message', function()
    return last
  end)
  expect_error('^Minuta: The server ended; .*%.$')
  release()
end)

step('an error message reports a missing program', function()
  minuta.setup({ program = 'no-such-minuta' })
  expect_error("^Minuta: can't find the program 'no%-such%-minuta'; .*%.$")
end)

step('close() stops the server and leaves no processes', function()
  minuta.setup({ program = steps.program, store = steps.store })
  wait_for('server', function()
    return #steps.children() == 1 and minuta.statusline() == ''
  end)
  run('MinutaStop')
  minuta.close()
  expect_equal(steps.children(), {})
end)

vim.cmd('qall!')
