#!/usr/bin/gjs
// complete.js: completes a text from JavaScript.
// SPDX-License-Identifier: LGPL-2.1-or-later
imports.gi.versions.Hunch = '1.0';
const {GLib, Hunch} = imports.gi;

const loop = new GLib.MainLoop(null, false);
const path = Hunch.Catalogue.new().find_model(null);
const completion = new Hunch.Completion({model: Hunch.Model.new(path, null), prompt: 'The capital of France is', maxTokens: 1});

// Each token as it comes; the loop runs on meanwhile.
completion.connect('token', (_completion, id, text) => log(`token ${id}: ${text}`));
completion.run_async(null, (_completion, task) => {
    try {
        print(completion.run_finish(task).get_text());
    } catch (error) {
        printerr(error.message);
    }
    loop.quit();
});
loop.run();
