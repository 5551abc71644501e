-- Time tracking with Minuta: its commands, and the running timers for the status line.
--
-- All of it talks to one `minuta rpc`, which the first command or `setup` starts and which tells
-- by itself what changed.

local M = {}

local options = { program = 'minuta', store = nil }

-- What is known of the server that runs; nil while none does.
local server
-- The records that run, as the server told last.
local running = {}
-- What the status line says in place of the timers.
local trouble
local timer

local uv = vim.uv or vim.loop

-- Newer versions of Neovim hand a JSON null over as `vim.NIL`.
local function present(value)
  if value == vim.NIL then
    return nil
  end
  return value
end

local function notify(message, level)
  vim.notify('Minuta: ' .. message:gsub('%s+', ' '), level or vim.log.levels.INFO)
end

local function complain(message)
  notify(message, vim.log.levels.ERROR)
end

local function one_line(name)
  return name and (name:gsub('%c+', ' ')) or 'untagged'
end

-- The status line.

-- Seconds since 1970 of a moment in RFC 3339 in UTC; os.time knows local times only.
local function seconds_of(moment)
  local year, month, day, hour, minute, second =
    moment:match('^(%d+)-(%d+)-(%d+)T(%d+):(%d+):(%d+)')
  year, month, day = tonumber(year), tonumber(month), tonumber(day)
  -- Years begin in March here, so that a leap day is the last.
  if month <= 2 then
    year, month = year - 1, month + 12
  end
  local days = 365 * year + math.floor(year / 4) - math.floor(year / 100) + math.floor(year / 400)
    + math.floor((153 * (month - 3) + 2) / 5) + day - 719469
  return ((days * 24 + tonumber(hour)) * 60 + tonumber(minute)) * 60 + tonumber(second)
end

local function age(record)
  return math.max(0, os.time() - seconds_of(record.startTime))
end

local function redraw()
  vim.cmd('redrawstatus!')
end

-- Draws the minutes anew, once in each, while something runs.
local function keep_time()
  if timer then
    timer:stop()
    timer:close()
    timer = nil
  end
  if running[1] then
    timer = uv.new_timer()
    local rest = 60 - age(running[1]) % 60
    timer:start(rest * 1000, 60000, vim.schedule_wrap(redraw))
  end
end

local function show(records)
  running = records
  keep_time()
  redraw()
end

local function shortened(name)
  if vim.fn.strchars(name) <= 24 then
    return name
  end
  return vim.fn.strcharpart(name, 0, 23) .. '…'
end

--- The running timers, such as `Work 0:42`; empty if none runs.
---
--- It is for a place that reads `%` as Neovim's status line does: `%{%…%}`, `%!…`, lualine.
function M.statusline()
  if trouble then
    return trouble
  end
  local texts = {}
  for _, record in ipairs(running) do
    local minutes = math.floor(age(record) / 60)
    local tag = present(record.tag)
    table.insert(texts, ('%s %d:%02d'):format(
      shortened(one_line(tag and tag.name)), math.floor(minutes / 60), minutes % 60))
  end
  return (table.concat(texts, ', '):gsub('%%', '%%%%'))
end

-- The server.

-- Takes what `this` told, or that it cannot tell; the next command that succeeds asks again.
local function take(this, told, failure)
  if server ~= this then
    return
  end
  this.deaf = failure ~= nil
  trouble = failure and 'Minuta is not live' or nil
  show(failure and {} or told.value.running)
  if failure then
    complain(failure.message)
  end
end

local function ended(this)
  this.gone = true
  if server ~= this then
    return
  end
  server = nil
  trouble = 'Minuta stopped'
  show({})
  -- Neovim forgets the callbacks of a server that ended.
  for _, reply in pairs(this.waiting) do
    reply({ message = 'The server ended; the next command starts it again.' })
  end
end

local function spawn(command, dispatchers)
  local rpc = require('vim.lsp.rpc')
  -- Up to 0.9 the arguments stand apart; the wrong form is refused before anything starts.
  local ok, client = pcall(rpc.start, command, dispatchers)
  if not ok then
    ok, client = pcall(rpc.start, command[1], vim.list_slice(command, 2), dispatchers)
  end
  return ok and client or nil
end

-- Sends a request; `reply` is called with an error or a result, once.
--
-- Returns what cancels it.
local function send(this, method, params, reply)
  local place = {}
  this.waiting[place] = reply
  local function finish(failure, result)
    if this.waiting[place] then
      this.waiting[place] = nil
      reply(present(failure), present(result))
    end
  end
  local sent, id = this.client.request(method, params, finish)
  if not sent then
    finish({ message = 'The server does not listen.' })
  end
  return function()
    if this.waiting[place] then
      this.client.notify('$/cancelRequest', { id = id })
      -- Neovim keeps the answer to a cancelled request to itself.
      finish({ message = 'The request was cancelled.' })
    end
  end
end

local function subscribe(this)
  this.deaf = false
  send(this, 'minuta/subscribe', vim.empty_dict(), function(failure, result)
    take(this, result, failure)
  end)
end

local function connect()
  if server then
    return server
  end
  if vim.fn.executable(options.program) ~= 1 then
    return nil, ("there is no program '%s'."):format(options.program)
  end
  local command = { options.program, 'rpc' }
  if options.store then
    vim.list_extend(command, { '--store', vim.fn.fnamemodify(options.store, ':p') })
  end
  local this = { waiting = {} }
  this.client = spawn(command, {
    notification = function(method, told)
      if method == 'minuta/changed' then
        take(this, told, present(told.error))
      end
    end,
    on_exit = vim.schedule_wrap(function()
      ended(this)
    end),
  })
  if not this.client then
    return nil, ("'%s' cannot be started."):format(options.program)
  end
  server, trouble = this, nil
  local group = vim.api.nvim_create_augroup('minuta', {})
  vim.api.nvim_create_autocmd('VimLeavePre', { group = group, callback = M.close })
  send(this, 'initialize', { processId = vim.fn.getpid(), capabilities = vim.empty_dict() },
    function() end)
  this.client.notify('initialized', vim.empty_dict())
  subscribe(this)
  return this
end

--- Asks for an intent; `done` gets the outcome, or `failed` one sentence. Returns what cancels it.
function M.request(intent, values, done, failed)
  failed = failed or complain
  local this, problem = connect()
  if not this then
    failed(problem)
    return function() end
  end
  if vim.tbl_isempty(values) then
    values = vim.empty_dict()
  end
  return send(this, intent, values, function(failure, outcome)
    if failure then
      failed(failure.message)
    else
      if this.deaf and server == this then
        subscribe(this)
      end
      done(outcome)
    end
  end)
end

local function tell(intent, values)
  return M.request(intent, values, function(outcome)
    notify(outcome.dialog)
  end)
end

-- What is typed after a command; nil for nothing.
local function typed(text)
  text = vim.trim(text or '')
  return text ~= '' and text or nil
end

-- Commands.

function M.start(tag)
  return tell('StartTimer', { tag = typed(tag) })
end

function M.stop(tag)
  return tell('StopTimer', { tag = typed(tag) })
end

function M.toggle()
  return tell('ToggleTimer', {})
end

function M.log(duration, tag)
  return tell('LogTime', { duration = duration, tag = typed(tag) })
end

-- The names of the tags that a record can get; none while they cannot be had.
local function tag_names()
  local names
  local cancel = M.request('ListTags', {}, function(outcome)
    names = {}
    for _, tag in ipairs(outcome.value.tags) do
      if tag.isArchived ~= true then
        table.insert(names, tag.name)
      end
    end
  end, function()
    names = {}
  end)
  vim.wait(5000, function()
    return names ~= nil
  end, 10)
  cancel()
  return names or {}
end

-- The tags that begin with `given`, of which Neovim replaces `word`, its last word, only.
local function completions(word, given)
  local kept = #given - #word
  local names = vim.tbl_filter(function(name)
    return vim.startswith(vim.fn.tolower(name), vim.fn.tolower(given))
  end, tag_names())
  return vim.tbl_map(function(name)
    return name:sub(kept + 1)
  end, names)
end

-- What stands in a command line behind the command, up to the cursor.
local function given_words(line, cursor)
  return line:sub(1, cursor):match('Minuta%a+%s+(.*)$') or ''
end

--- Completes the tag of a command.
function M.complete(word, line, cursor)
  return completions(word, given_words(line, cursor))
end

--- Completes the tag that stands behind a duration.
function M.complete_log(word, line, cursor)
  local tag = given_words(line, cursor):match('^%S+%s+(.*)$')
  return tag and completions(word, tag) or {}
end

-- This week.

local function duration_text(seconds)
  local minutes = math.floor(seconds / 60)
  if minutes < 60 then
    return ('%dm'):format(minutes)
  end
  return ('%dh %02dm'):format(math.floor(minutes / 60), minutes % 60)
end

local function week_lines(outcome)
  local rows, width = {}, 0
  local function add(name, seconds)
    width = math.max(width, vim.fn.strdisplaywidth(name))
    table.insert(rows, { name, seconds })
  end
  for _, day in ipairs(outcome.value.groups) do
    add(os.date('!%a ', seconds_of(day.key .. 'T12:00:00Z')) .. day.key, day.seconds)
    for _, tag in ipairs(day.groups) do
      add('  ' .. one_line(present(tag.key)), tag.seconds)
    end
  end
  local lines = { one_line(outcome.dialog) }
  for _, row in ipairs(rows) do
    if row[1]:sub(1, 1) ~= ' ' then
      table.insert(lines, '')
    end
    local space = (' '):rep(width - vim.fn.strdisplaywidth(row[1]))
    table.insert(lines, ('%s%s  %8s'):format(row[1], space, duration_text(row[2])))
  end
  return lines
end

local function week_buffer()
  local name = 'minuta://week'
  local buffer = vim.fn.bufnr('^' .. name .. '$')
  if buffer ~= -1 then
    return buffer
  end
  buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(buffer, name)
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].filetype = 'minuta'
  vim.api.nvim_buf_set_keymap(buffer, 'n', 'R', '<Cmd>MinutaWeek<CR>', { noremap = true })
  return buffer
end

--- Shows this week by days and tags; `R` reads it anew.
function M.week()
  return M.request('Summarize', { range = 'thisWeek', groupBy = { 'day', 'tag' } },
    function(outcome)
      local lines = week_lines(outcome)
      local buffer = week_buffer()
      vim.bo[buffer].modifiable = true
      vim.api.nvim_buf_set_lines(buffer, 0, -1, true, lines)
      vim.bo[buffer].modifiable = false
      local window = vim.fn.bufwinid(buffer)
      if window ~= -1 then
        vim.api.nvim_set_current_win(window)
      else
        vim.cmd('split')
        vim.api.nvim_win_set_buf(0, buffer)
      end
    end)
end

-- Begin and end.

--- Ends the server in good order.
function M.close()
  local this = server
  server, trouble = nil, nil
  show({})
  if not this then
    return
  end
  this.client.request('shutdown', nil, function()
    this.client.notify('exit')
  end)
  -- One that does not answer ends with its input, when Neovim does.
  vim.wait(1000, function()
    return this.gone
  end, 10)
end

--- Takes `program` and `store`, both optional; a server that runs with others is ended.
function M.options(given)
  local new = vim.tbl_extend('force', options, given or {})
  if server and (new.program ~= options.program or new.store ~= options.store) then
    M.close()
  end
  options = new
end

--- Takes options and starts the server, so that the status line is kept.
function M.setup(given)
  M.options(given)
  local _, problem = connect()
  if problem then
    complain(problem)
  end
end

return M
