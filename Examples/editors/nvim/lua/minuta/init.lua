-- Time tracking with Minuta: commands, and the running timers for the status line.
--
-- The first command or `setup` starts one `minuta rpc` process, which sends a notification for each
-- change.

local M = {}

local options = { program = 'minuta', store = nil }

-- The session with the running server, or nil.
local server
-- The running records in the server's latest notification.
local running = {}
-- A problem to show in the status line instead of the timers, or nil.
local problem_text
local timer

local uv = vim.uv or vim.loop

-- Newer versions of Neovim decode a JSON null as `vim.NIL`.
local function present(value)
  if value == vim.NIL then
    return nil
  end
  return value
end

local function notify(message, level)
  vim.notify('Minuta: ' .. message:gsub('%s+', ' '), level or vim.log.levels.INFO)
end

local function notify_error(message)
  notify(message, vim.log.levels.ERROR)
end

local function one_line(name)
  return name and (name:gsub('%c+', ' ')) or 'untagged'
end

-- The status line.

-- Converts an RFC 3339 time in UTC to seconds since 1970; os.time supports only local time.
local function epoch_seconds(time)
  local year, month, day, hour, minute, second =
    time:match('^(%d+)-(%d+)-(%d+)T(%d+):(%d+):(%d+)')
  year, month, day = tonumber(year), tonumber(month), tonumber(day)
  -- Count years from March, so that a leap day comes last.
  if month <= 2 then
    year, month = year - 1, month + 12
  end
  local days = 365 * year + math.floor(year / 4) - math.floor(year / 100) + math.floor(year / 400)
    + math.floor((153 * (month - 3) + 2) / 5) + day - 719469
  return ((days * 24 + tonumber(hour)) * 60 + tonumber(minute)) * 60 + tonumber(second)
end

local function elapsed(record)
  return math.max(0, os.time() - epoch_seconds(record.startTime))
end

local function redraw()
  vim.cmd('redrawstatus!')
end

-- Redraws the status line at each full minute while a timer is running.
local function restart_timer()
  if timer then
    timer:stop()
    timer:close()
    timer = nil
  end
  if running[1] then
    timer = uv.new_timer()
    local rest = 60 - elapsed(running[1]) % 60
    timer:start(rest * 1000, 60000, vim.schedule_wrap(redraw))
  end
end

local function show(records)
  running = records
  restart_timer()
  redraw()
end

local function truncated(name)
  if vim.fn.strchars(name) <= 24 then
    return name
  end
  return vim.fn.strcharpart(name, 0, 23) .. '…'
end

--- Returns the running timers, such as `Work 0:42`; empty if no timer is running.
---
--- `%` is escaped for use in a status line: `%{%…%}`, `%!…`, lualine.
function M.statusline()
  if problem_text then
    return problem_text
  end
  local texts = {}
  for _, record in ipairs(running) do
    local minutes = math.floor(elapsed(record) / 60)
    local tag = present(record.tag)
    table.insert(texts, ('%s %d:%02d'):format(
      truncated(one_line(tag and tag.name)), math.floor(minutes / 60), minutes % 60))
  end
  return (table.concat(texts, ', '):gsub('%%', '%%%%'))
end

-- The server.

-- Shows a change, or a failed subscription, which the next successful command retries.
local function handle_change(session, change, failure)
  if server ~= session then
    return
  end
  session.needs_subscription = failure ~= nil
  problem_text = failure and 'Minuta: no live updates' or nil
  show(failure and {} or change.value.running)
  if failure then
    notify_error(failure.message)
  end
end

local function handle_exit(session)
  session.has_exited = true
  if server ~= session then
    return
  end
  server = nil
  problem_text = 'Minuta stopped'
  show({})
  -- Neovim drops the callbacks of a server that ended, so call them here.
  for _, reply in pairs(session.waiting) do
    reply({ message = 'The server ended; the next command restarts it.' })
  end
end

local function spawn(command, dispatchers)
  local rpc = require('vim.lsp.rpc')
  -- Neovim 0.9 and older take the arguments separately; a wrong call fails before starting anything.
  local ok, client = pcall(rpc.start, command, dispatchers)
  if not ok then
    ok, client = pcall(rpc.start, command[1], vim.list_slice(command, 2), dispatchers)
  end
  return ok and client or nil
end

-- Sends a request and calls `reply` once, with an error or a result.
--
-- Returns a function that cancels the request.
local function send(session, method, params, reply)
  local token = {}
  session.waiting[token] = reply
  local function finish(failure, result)
    if session.waiting[token] then
      session.waiting[token] = nil
      reply(present(failure), present(result))
    end
  end
  local sent, id = session.client.request(method, params, finish)
  if not sent then
    finish({ message = 'Could not send the request to the server.' })
  end
  return function()
    if session.waiting[token] then
      session.client.notify('$/cancelRequest', { id = id })
      -- Neovim discards the response to a cancelled request.
      finish({ message = 'The request was cancelled.' })
    end
  end
end

local function subscribe(session)
  session.needs_subscription = false
  send(session, 'minuta/subscribe', vim.empty_dict(), function(failure, result)
    handle_change(session, result, failure)
  end)
end

local function connect()
  if server then
    return server
  end
  if vim.fn.executable(options.program) ~= 1 then
    return nil, ("can't find the program '%s'; set 'program' in setup()."):format(options.program)
  end
  local command = { options.program, 'rpc' }
  if options.store then
    vim.list_extend(command, { '--store', vim.fn.fnamemodify(options.store, ':p') })
  end
  local session = { waiting = {} }
  session.client = spawn(command, {
    notification = function(method, change)
      if method == 'minuta/changed' then
        handle_change(session, change, present(change.error))
      end
    end,
    on_exit = vim.schedule_wrap(function()
      handle_exit(session)
    end),
  })
  if not session.client then
    return nil, ("can't start '%s'."):format(options.program)
  end
  server, problem_text = session, nil
  local group = vim.api.nvim_create_augroup('minuta', {})
  vim.api.nvim_create_autocmd('VimLeavePre', { group = group, callback = M.close })
  send(session, 'initialize', { processId = vim.fn.getpid(), capabilities = vim.empty_dict() },
    function() end)
  session.client.notify('initialized', vim.empty_dict())
  subscribe(session)
  return session
end

--- Calls an intent, then `done` with its outcome or `failed` with an error message.
---
--- Returns a function that cancels the call.
function M.request(intent, values, done, failed)
  failed = failed or notify_error
  local session, problem = connect()
  if not session then
    failed(problem)
    return function() end
  end
  if vim.tbl_isempty(values) then
    values = vim.empty_dict()
  end
  return send(session, intent, values, function(failure, outcome)
    if failure then
      failed(failure.message)
    else
      if session.needs_subscription and server == session then
        subscribe(session)
      end
      done(outcome)
    end
  end)
end

local function run(intent, values)
  return M.request(intent, values, function(outcome)
    notify(outcome.dialog)
  end)
end

-- Trims the text; returns nil if it is empty.
local function nonempty(text)
  text = vim.trim(text or '')
  return text ~= '' and text or nil
end

-- Commands.

function M.start(tag)
  return run('StartTimer', { tag = nonempty(tag) })
end

function M.stop(tag)
  return run('StopTimer', { tag = nonempty(tag) })
end

function M.toggle()
  return run('ToggleTimer', {})
end

function M.log(duration, tag)
  return run('LogTime', { duration = duration, tag = nonempty(tag) })
end

-- Returns the names of all tags except archived ones; empty if the request fails.
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

-- Returns the tags that begin with `prefix`, without what precedes its last word, `word`.
--
-- Neovim replaces only that word.
local function completions(word, prefix)
  local skipped = #prefix - #word
  local names = vim.tbl_filter(function(name)
    return vim.startswith(vim.fn.tolower(name), vim.fn.tolower(prefix))
  end, tag_names())
  return vim.tbl_map(function(name)
    return name:sub(skipped + 1)
  end, names)
end

-- Returns the arguments in a command line up to the cursor.
local function arguments(line, cursor)
  return line:sub(1, cursor):match('Minuta%a+%s+(.*)$') or ''
end

--- Completes the tag of a command.
function M.complete(word, line, cursor)
  return completions(word, arguments(line, cursor))
end

--- Completes the tag that follows a duration.
function M.complete_log(word, line, cursor)
  local tag = arguments(line, cursor):match('^%S+%s+(.*)$')
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
    add(os.date('!%a ', epoch_seconds(day.key .. 'T12:00:00Z')) .. day.key, day.seconds)
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

--- Shows the time spent this week by day and tag; `R` updates it.
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

-- Setup and shutdown.

--- Shuts down the server cleanly.
function M.close()
  local session = server
  server, problem_text = nil, nil
  show({})
  if not session then
    return
  end
  session.client.request('shutdown', nil, function()
    session.client.notify('exit')
  end)
  -- A server that does not respond in time exits when Neovim closes its input.
  vim.wait(1000, function()
    return session.has_exited
  end, 10)
end

--- Sets `program` and `store`, both optional; stops a server that runs with other options.
function M.options(changes)
  local new = vim.tbl_extend('force', options, changes or {})
  if server and (new.program ~= options.program or new.store ~= options.store) then
    M.close()
  end
  options = new
end

--- Sets options and starts the server, so that the status line stays current.
function M.setup(changes)
  M.options(changes)
  local _, problem = connect()
  if problem then
    notify_error(problem)
  end
end

return M
