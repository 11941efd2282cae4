#!/usr/bin/python3
# editor.py: completion in the real Geany, by keys, with a completer that answers by rules.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rig import TOP, Rig, run, wait_for  # noqa: E402


def equal(a, b):
    if a != b:
        raise AssertionError('%r is not %r' % (a, b))


def asked(rig):
    return rig.count('asked') - rig.n_asked_before


def unmodified(rig):
    '''the document is unmodified while a suggestion is shown'''
    rig.rules(('int x = ', 'forty_two;'))
    rig.open('unmodified.c', 'int x = ')
    equal(rig.ghost(), [])
    rig.key('alt+backslash')
    rig.wait_shown()
    equal(rig.is_modified(), False)


def accept_all(rig):
    '''Tab accepts all, one undo takes it back, the saved file is right'''
    rig.key('Tab')
    rig.wait_hidden()
    wait_for('a modified document', rig.is_modified)
    rig.key('ctrl+z')
    wait_for('an unmodified document', lambda: not rig.is_modified())
    equal(rig.ghost(), [])
    rig.key('alt+backslash')
    rig.wait_shown()
    rig.key('Tab')
    rig.wait_hidden()
    equal(rig.save('unmodified.c'), 'int x = forty_two;')
    rig.close()


def saved_without(rig):
    '''what is shown is not saved'''
    rig.rules(('abc', 'def ghi'))
    rig.open('saved.c', 'ab')
    rig.type('c')
    rig.wait_shown()
    equal(rig.save('saved.c'), 'abc')
    rig.close()


def by_typing(rig):
    '''comes by itself while typing; accepted by words, then by a line'''
    rig.rules(('begin', ' one two three\n\tfour\nfive'))
    rig.open('parts.c', 'begi')
    rig.type('n')
    rig.wait_shown()
    rig.key('ctrl+Right')
    rig.wait_shown()
    equal(rig.save('parts.c'), 'begin one')
    rig.key('shift+Tab')
    rig.wait_shown()
    equal(rig.save('parts.c'), 'begin one two three')
    rig.key('Tab')
    rig.wait_hidden()
    equal(rig.save('parts.c'), 'begin one two three\n\tfour\nfive')
    rig.key('ctrl+z', 'ctrl+z')
    equal(rig.save('parts.c'), 'begin one')
    rig.close()


def several_lines(rig):
    '''the lines below are shown as rows of their own, and the text below makes room'''
    rig.rules(('{', '\n    one ();\n    two ();\n}'))
    rig.open('lines.c', '\nlast ();\n')
    rig.key('ctrl+Home')
    rig.type('f (){')
    rows = rig.wait_shown()
    parts = sum(1 for a, b in zip([-9] + rows, rows) if b > a + 2)
    equal(parts >= 3, True)
    rig.key('Tab')
    rig.wait_hidden()
    equal('one ();\n    two ();\n}' in rig.save('lines.c'), True)
    rig.close()


def mid_line(rig):
    '''shown and accepted within a line'''
    rig.rules(('call (', 'argument'))
    rig.open('middle.c', 'call ();')
    rig.key('Left', 'Left')
    rig.key('alt+backslash')
    rig.wait_shown()
    rig.key('Tab')
    rig.wait_hidden()
    equal(rig.save('middle.c'), 'call (argument);')
    rig.close()


def typed_through(rig):
    '''typing what is shown keeps the rest, and asks nothing'''
    rig.rules(('abc', 'defghi'))
    rig.open('through.c', 'ab')
    rig.type('c')
    rig.wait_shown()
    wait_for('the question for what comes after', lambda: asked(rig) == 2)
    rig.type('def')
    time.sleep(0.5)
    rig.wait_shown()
    equal(asked(rig), 2)
    rig.key('Tab')
    rig.wait_hidden()
    equal(rig.save('through.c'), 'abcdefghi')
    rig.close()


def other_typed(rig):
    '''typing something else takes it away'''
    rig.rules(('abc', 'defghi'))
    rig.open('other.c', 'ab')
    rig.type('c')
    rig.wait_shown()
    rig.type('x')
    rig.wait_hidden()
    equal(rig.save('other.c'), 'abcx')
    rig.close()


def escape(rig):
    '''Escape takes it away, and Tab is a tab again'''
    rig.rules(('abc', 'defghi'))
    rig.open('escape.txt', 'ab')
    rig.type('c')
    rig.wait_shown()
    rig.key('Escape')
    rig.wait_hidden()
    rig.key('Tab')
    equal(rig.save('escape.txt'), 'abc\t')
    rig.close()


def snippets(rig):
    '''Tab accepts before snippets, which have it when nothing is shown'''
    rig.rules()
    rig.open('snippet.c', 'if')
    rig.key('Tab')
    equal(rig.save('snippet.c').startswith('if ('), True)
    rig.close()
    rig.rules(('if', ' (shown)'))
    rig.open('snippet2.c', 'i')
    rig.type('f')
    rig.wait_shown()
    rig.key('Tab')
    rig.wait_hidden()
    equal(rig.save('snippet2.c'), 'if (shown)')
    rig.close()


def given_back(rig):
    '''Ctrl+Right and Shift+Tab do their own work when nothing is shown'''
    rig.rules()
    rig.open('back.txt', '\tone two')
    rig.key('ctrl+Home', 'ctrl+Right')
    rig.type('x')
    rig.key('ctrl+a', 'shift+Tab')
    text = rig.save('back.txt')
    equal((text[0] != 'x', 'x' in text, text[0] != '\t'), (True, True, True))
    rig.close()


def moved(rig):
    '''moving the cursor takes it away'''
    rig.rules(('abc', 'defghi'))
    rig.open('moved.c', 'ab')
    rig.type('c')
    rig.wait_shown()
    rig.key('Left')
    rig.wait_hidden()
    rig.close()


def utf8(rig):
    '''positions are right behind characters of several bytes'''
    rig.rules(('漢字 ', 'żółw 🐢 end'))
    rig.open('utf8.txt', 'naïve 漢字')
    rig.type(' ')
    rig.wait_shown()
    rig.key('ctrl+Right')
    rig.wait_shown()
    rig.key('Tab')
    rig.wait_hidden()
    equal(rig.save('utf8.txt'), 'naïve 漢字 żółw 🐢 end')
    rig.close()


def crlf(rig):
    '''a document keeps its line breaks'''
    rig.rules(('{', '\nbody\n}'))
    rig.open('crlf.txt', 'one\r\ntwo ')
    rig.type('{')
    rig.wait_shown()
    rig.key('Tab')
    rig.wait_hidden()
    equal(rig.save('crlf.txt'), 'one\r\ntwo {\r\nbody\r\n}')
    rig.close()


def new_file(rig):
    '''a new document gets the line breaks that Geany gives it'''
    for eol, newline in (0, '\r\n'), (1, '\r'):
        own = Rig(eol=eol)
        try:
            own.rules(('{', '\nbody\n}'))
            own.open('eol.txt', None)
            own.type('one {')
            own.wait_shown()
            own.key('shift+Tab')
            own.wait_shown()
            own.key('Tab')
            own.wait_hidden()
            own.key('Return')
            equal(own.save('eol.txt'), newline.join(['one {', 'body', '}', '']))
        finally:
            own.end()


def latin1(rig):
    '''a document that is not UTF-8 keeps its encoding, and what is only shown changes no byte'''
    text = 'Grüße für dich'.encode('latin-1')
    rig.rules(('dich', ' und für alle'))
    rig.open('latin1.txt', text)
    rig.key('alt+backslash')
    rig.wait_shown()
    equal(rig.is_modified(), False)
    rig.key('Escape')
    rig.wait_hidden()
    rig.key('space', 'BackSpace')
    equal(rig.save_bytes('latin1.txt'), text)
    rig.key('alt+backslash')
    rig.wait_shown()
    rig.key('Tab')
    rig.wait_hidden()
    equal(rig.save_bytes('latin1.txt'), text + ' und für alle'.encode('latin-1'))
    rig.close()


def large(rig):
    '''a document of 50 MB: shown and accepted at its end and at its begin'''
    line = 'the quick brown fox jumps over the lazy dog, and then it sleeps 0123456789\n'
    text = line * (50 * 1000 * 1000 // len(line)) + 'end'
    rig.rules(('end', ' accepted'), ('x', ' and this'))
    rig.open('large.txt', text)
    rig.wait_idle()
    rig.key('ctrl+End')
    rig.wait_idle()
    rig.key('alt+backslash')
    rig.wait_shown()
    equal(rig.is_modified(), False)
    rig.key('Tab')
    rig.wait_hidden()
    rig.key('ctrl+Home')
    rig.wait_idle()
    rig.type('x')
    rig.key('Return')
    rig.key('Left', 'alt+backslash')
    rig.wait_shown()
    rig.key('Escape')
    rig.wait_hidden()
    equal(rig.save('large.txt') == 'x\n' + text + ' accepted', True)
    rig.close()


def explained(rig):
    '''what is shown is explained in the message window, and stays shown; keys stay the document's'''
    own = Rig(keys='explain=<Alt>e\n')
    try:
        own.rules(('abc', ' more'))
        own.open('explained.txt', 'ab')
        own.type('c')
        own.wait_shown()
        own.save('explained.txt')

        def below():
            height, stride, data = own.pixels()[1:]
            return data[height * 2 // 3 * stride:]
        before = below()
        own.key('alt+e')
        wait_for('the message window', lambda: below() != before)
        time.sleep(0.5)
        equal(bool(own.ghost()), True)
        equal(own.is_modified(), False)
        own.key('Tab')
        own.wait_hidden()
        equal(own.save('explained.txt'), 'abc more')
    finally:
        own.end()


def secret(rig):
    '''a file that may hold secrets is not completed'''
    rig.rules(('KEY=', 'secret'))
    rig.open('.env', 'KEY')
    rig.type('=')
    time.sleep(0.5)
    rig.key('alt+backslash')
    time.sleep(0.3)
    equal((asked(rig), rig.ghost()), (0, []))
    rig.close()


def composing(rig):
    '''while an input method composes nothing is shown, and its keys are its own'''
    rig.rules(('abcé', ' after'), ('abc', ' before'))
    rig.open('compose.txt', 'ab')
    rig.type('c')
    rig.wait_shown()
    rig.key('ctrl+shift+u')  # composes a character from its number
    rig.wait_hidden()
    rig.type('e9')
    n = asked(rig)
    rig.key('alt+backslash')
    time.sleep(0.5)
    equal((asked(rig), rig.ghost()), (n, []))
    rig.key('space')
    rig.wait_shown()
    rig.key('Tab')
    rig.wait_hidden()
    equal(rig.save('compose.txt'), 'abcé after')
    rig.close()


def read_only(rig):
    '''a document that is not to be changed is not'''
    rig.rules(('abc', ' more'))
    rig.open('locked.txt', 'abc')
    rig.key('alt+d', 'o')  # Document, Read Only
    time.sleep(0.3)
    rig.key('alt+backslash')
    time.sleep(0.5)
    equal((asked(rig), rig.ghost(), rig.is_modified()), (0, [], False))
    rig.close()


def switched_off(rig):
    '''the preferences count from OK on, and not after Cancel; switched off means off'''
    rig.rules(('abc', ' more'))
    rig.open('off.txt', 'abc')
    for button in 'alt+c', 'alt+o':  # Cancel, OK
        rig.choose('Up', 'Right', 'r')
        rig.to_dialog('^Configure Plugins')
        rig.key('alt+x', button)  # Complete text
        time.sleep(0.5)
        equal(rig.settings_say('enabled=false'), button == 'alt+o')
    rig.focus()
    rig.key('alt+backslash')
    time.sleep(0.5)
    equal((asked(rig), rig.ghost()), (0, []))
    rig.choose('Up', 'Right', 'c')  # Complete Text, in the menu
    wait_for('the setting', lambda: rig.settings_say('enabled=true'))
    rig.key('alt+backslash')
    rig.wait_shown()
    rig.close()


def other_keys(rig):
    '''the keys are those of Geany's dialog'''
    own = Rig(keys='accept=<Alt>a\n')
    try:
        own.choose('Up', 'Right')
        rig.choose('Up', 'Right')
        if own.pixels() == rig.pixels():
            raise AssertionError('the menu names other keys')
        for one in own, rig:
            one.key('Escape', 'Escape', 'Escape')
        own.rules(('abc', ' more'))
        own.open('keys.txt', 'ab')
        own.type('c')
        own.wait_shown()
        own.key('alt+a')
        own.wait_hidden()
        own.key('Tab')
        equal(own.save('keys.txt'), 'abc more\t')
    finally:
        own.end()


def disabled_while_asking(rig):
    '''the plugin disabled while a suggestion is made, and enabled again'''
    own = Rig()
    try:
        own.rules(('abc', ' late', 60000))
        own.open('disable.txt', 'ab')
        own.type('c')
        wait_for('a question', lambda: asked(own) == 1)
        own.choose('p')
        own.to_dialog('^Plugins')
        own.type('Hunch')
        time.sleep(0.5)
        own.click(289, 203)
        wait_for('its end', lambda: own.count('cancelled') == 1)
        equal(own.geany.poll(), None)
        own.click(289, 203)
        time.sleep(0.5)
        own.key('Escape')
        own.focus()
        own.rules(('abcd', ' again'))
        own.click(500, 320)
        own.key('ctrl+End')
        own.type('d')
        own.wait_shown()
        own.key('Tab')
        own.wait_hidden()
        equal(own.save('disable.txt'), 'abcd again')
        equal(own.quit(), 0)
    finally:
        own.end()


def closed_while_asking(rig):
    '''closing a document while its suggestion is made'''
    rig.rules(('abc', 'defghi', 60000))
    rig.open('closing.c', 'ab')
    rig.type('c')
    wait_for('a question', lambda: asked(rig) == 1)
    n = rig.count('cancelled')
    rig.close()
    wait_for('its end', lambda: rig.count('cancelled') == n + 1)


def closed_while_shown(rig):
    '''closing a document while a suggestion is shown'''
    rig.rules(('abc', 'def\nghi'))
    rig.open('closing.c', 'ab')
    rig.type('c')
    rig.wait_shown()
    rig.close()
    rig.wait_hidden()
    equal(rig.geany.poll(), None)


def quit_while_shown(rig):
    '''quitting while a suggestion is shown and another is made'''
    rig.rules(('abc', 'def\nghi'), ('ghi', 'more', 60000))
    rig.open('quit.c', 'abc')
    rig.key('alt+backslash')
    rig.wait_shown()
    equal(rig.quit(), 0)
    equal([line for line in rig.read('output').splitlines() if 'CRITICAL' in line or 'Hunch' in line], [])


def quit_while_loading(rig):
    '''quitting while a model is loaded and the first kernels are built'''
    model = os.path.abspath(os.path.join(TOP, 'tests', 'fixtures', 'gguf', 'valid_gpt2_tied.gguf'))
    own = Rig(stub=False, settings=["model='%s'" % model], caches=True)
    try:
        own.open('loading.txt', 'abc')
        own.key('alt+backslash')
        time.sleep(1)
        equal(own.quit(), 0)
        equal([line for line in own.read('output').splitlines() if 'CRITICAL' in line or 'Hunch' in line], [])
    finally:
        own.end()


if __name__ == '__main__':
    sys.exit(run([unmodified, accept_all, saved_without, by_typing, several_lines, mid_line, typed_through, other_typed, escape, snippets,
                  given_back, moved, utf8, crlf, new_file, latin1, large, secret, composing, read_only, switched_off, other_keys,
                  explained, disabled_while_asking, closed_while_asking, closed_while_shown, quit_while_shown, quit_while_loading]))
