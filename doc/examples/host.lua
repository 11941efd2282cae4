#!/usr/bin/lua
-- host.lua: a text in memory that gets the actions of completion from the module of Hunch.
-- SPDX-License-Identifier: LGPL-2.1-or-later
local lgi = require 'lgi'
local GLib, GObject, Hunch = lgi.GLib, lgi.GObject, lgi.require('Hunch', '1.0')

local Host = GObject.Object:derive('Host', { Hunch.Host })

-- All of the text is given here; a host with more gives so many lines and bytes next to the cursor.
function Host:do_dup_text_before(max_lines, max_bytes)
  return self.priv.before
end

function Host:do_dup_text_after(max_lines, max_bytes)
  return self.priv.after
end

function Host:do_show_suggestion(text)
  self.priv.ghost = text -- drawn over the text, never put into it
end

function Host:do_clear_suggestion()
  self.priv.ghost = nil
end

function Host:do_insert(text)
  self.priv.before = self.priv.before .. text
  return true
end

local host = Host()
host.priv.before, host.priv.after = 'The capital of France is', '\n'
local settings = Hunch.Settings.new()
local provider = assert(Hunch.ModuleDb.new(nil):dup_provider())
local actions = provider:create_actions(host, Hunch.ModelCompleter.new(settings), settings)
local loop = GLib.MainLoop()

-- The first suggestion loads the model, while the loop runs on.
function actions.on_action_enabled_changed(_, name, enabled)
  if name == 'accept' and enabled then loop:quit() end
end
actions:activate_action('complete', nil)
loop:run()
actions:activate_action('accept-word', nil)
print(host.priv.before)
host:closing()
