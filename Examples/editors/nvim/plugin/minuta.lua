-- Defines the commands; the plugin is loaded on first use.
if vim.g.loaded_minuta then
  return
end
vim.g.loaded_minuta = true

local function command(name, options, run)
  options.force = true
  vim.api.nvim_create_user_command(name, run, options)
end

local function tags(...)
  return require('minuta').complete(...)
end

command('MinutaStart', { nargs = '?', complete = tags, desc = 'Start a timer' }, function(call)
  require('minuta').start(call.args)
end)

local stop = { nargs = '?', complete = tags, desc = 'Stop all timers, or those with a tag' }
command('MinutaStop', stop, function(call)
  require('minuta').stop(call.args)
end)

command('MinutaToggle', { desc = 'Stop all timers, or restart the last one' }, function()
  require('minuta').toggle()
end)

command('MinutaLog', {
  nargs = '+',
  complete = function(...)
    return require('minuta').complete_log(...)
  end,
  desc = 'Log a duration, such as 1h30m, on a tag',
}, function(call)
  require('minuta').log(call.args:match('^(%S+)%s*(.*)$'))
end)

command('MinutaWeek', { desc = 'Show the time spent this week' }, function()
  require('minuta').week()
end)
