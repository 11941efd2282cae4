#!/usr/bin/lua
-- complete.lua: completes a text from Lua.
-- SPDX-License-Identifier: LGPL-2.1-or-later
local lgi = require 'lgi'
local Hunch = lgi.require('Hunch', '1.0')

local path = assert(Hunch.Catalogue.new():find_model(nil))
local completion = Hunch.Completion { model = Hunch.Model.new(path, nil), prompt = 'The capital of France is', max_tokens = 1 }

local result = assert(completion:run(nil))
print(result:get_text())
