-- Helpers for step-by-step tests in Neovim.
--
-- Each successful step prints `ok NAME`. The first failure prints the reason and exits Neovim with
-- status 1.

local M = {}

M.program = assert(vim.env.MINUTA_PROGRAM)
M.store = assert(vim.env.MINUTA_STORE)

local uv = vim.uv or vim.loop

function M.step(name, body)
  local ok, problem = xpcall(body, debug.traceback)
  io.stdout:write(ok and ('ok %s\n'):format(name) or ('failed %s: %s\n'):format(name, problem))
  io.stdout:flush()
  if not ok then
    vim.cmd('cquit 1')
  end
end

function M.expect_equal(value, expected)
  if not vim.deep_equal(value, expected) then
    error(('%s is not %s'):format(vim.inspect(value), vim.inspect(expected)), 2)
  end
end

function M.expect_match(text, pattern)
  if not text:match(pattern) then
    error(('%q does not match %q'):format(text, pattern), 2)
  end
end

-- Waits until `condition` returns a true value, and returns that value.
function M.wait_for(what, condition)
  local result
  vim.wait(60000, function()
    result = condition()
    return result
  end, 10)
  return result or error(('no %s within 60 s'):format(what), 2)
end

-- Runs the program in another process.
function M.run_minuta(...)
  local output = vim.fn.system({ M.program, ... })
  assert(vim.v.shell_error == 0, output)
end

function M.children()
  return vim.api.nvim_get_proc_children(vim.fn.getpid())
end

-- Starts a process that holds the data folder's write lock; returns a function that releases it.
function M.hold_write_lock()
  local output = uv.new_pipe(false)
  local text, has_exited = '', false
  local holder
  holder = uv.spawn('flock', {
    args = {
      '--no-fork', M.store .. '/.minuta.writelock.nosync', 'sh', '-c', 'echo held; exec sleep 600',
    },
    stdio = { nil, output, nil },
  }, function()
    has_exited = true
    holder:close()
    output:close()
  end)
  output:read_start(function(_, chunk)
    text = text .. (chunk or '')
  end)
  M.wait_for('lock', function()
    return text == 'held\n'
  end)
  return function()
    holder:kill('sigkill')
    M.wait_for('end of the holder', function()
      return has_exited
    end)
  end
end

return M
