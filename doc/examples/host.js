#!/usr/bin/gjs
// host.js: a text in memory that gets the actions of completion from the module of Hunch.
// SPDX-License-Identifier: LGPL-2.1-or-later
imports.gi.versions.Hunch = '1.0';
const {GLib, GObject, Hunch} = imports.gi;

const Host = GObject.registerClass({Implements: [Hunch.Host]}, class Host extends GObject.Object {
    _init(before, after) {
        super._init();
        Object.assign(this, {before, after, ghost: null});
    }

    vfunc_dup_text_before(maxLines, _maxBytes) {
        return this.before.split('\n').slice(-maxLines).join('\n');
    }

    vfunc_dup_text_after(maxLines, _maxBytes) {
        return this.after.split(/(?<=\n)/).slice(0, maxLines).join('');
    }

    vfunc_show_suggestion(text) {
        this.ghost = text; // drawn over the text, never put into it
    }

    vfunc_clear_suggestion() {
        this.ghost = null;
    }

    vfunc_insert(text) {
        this.before += text;
        return true;
    }
});

const host = new Host('The capital of France is', '\n');
const settings = Hunch.Settings.new();
const actions = Hunch.ModuleDb.new(null).dup_provider().create_actions(host, Hunch.ModelCompleter.new(settings), settings);
const loop = new GLib.MainLoop(null, false);

// The first suggestion loads the model, while the loop runs on.
actions.connect('action-enabled-changed::accept', (_actions, _name, enabled) => enabled && loop.quit());
actions.activate_action('complete', null);
loop.run();
actions.activate_action('accept-word', null);
print(host.before);
host.closing();
