#!/usr/bin/python3
# host.py: a text in memory that gets the actions of completion from the module of Hunch.
# SPDX-License-Identifier: LGPL-2.1-or-later
import gi

gi.require_version('Hunch', '1.0')
from gi.repository import Gio, GLib, GObject, Hunch


class Host(GObject.Object, Hunch.Host):
    def __init__(self, text, cursor):
        super().__init__()
        self.text, self.cursor, self.ghost = text, cursor, None

    def do_dup_text_before(self, max_lines, max_bytes):
        return ''.join(self.text[:self.cursor].splitlines(True)[-max_lines:])

    def do_dup_text_after(self, max_lines, max_bytes):
        return ''.join(self.text[self.cursor:].splitlines(True)[:max_lines])

    def do_show_suggestion(self, text):
        self.ghost = text  # drawn over the text, never put into it

    def do_clear_suggestion(self):
        self.ghost = None

    def do_insert(self, text):
        self.text = self.text[:self.cursor] + text + self.text[self.cursor:]
        self.cursor += len(text)
        return True


# Says always the same; in earnest Hunch.ModelCompleter.new(None) takes its place.
class Completer(GObject.Object, Hunch.Completer):
    def do_complete_async(self, query, cancellable, callback, user_data):
        task = Gio.Task.new(self, cancellable, callback)
        task.return_value(Hunch.Reply.new('o(bar)'))

    def do_complete_finish(self, result):
        return result.propagate_value()[1]


def main():
    host = Host('fo\n', 2)
    modules = Hunch.ModuleDb.new(None)
    actions = modules.dup_provider().create_actions(host, Completer(), None)
    actions.activate_action('complete', None)
    while not actions.get_action_enabled('accept'):
        GLib.MainContext.default().iteration(True)
    assert host.text == 'fo\n' and host.ghost == 'o(bar)'
    actions.activate_action('accept', None)
    print(host.text, end='')


main()
