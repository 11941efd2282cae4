#!/usr/bin/python3
# test-gedit.py: completion as a person meets it in gedit: what is shown, accepted, typed, undone, saved.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import random
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
from tap import Stubbed, ok, run, same  # noqa: E402
from editor import wait_for  # noqa: E402
from process import resident  # noqa: E402

BEGIN = 'first line\n'
TEXT = BEGIN + '\n'  # gedit does not show the last line break: the cursor's line is the second one, and empty


def in_one_gedit():
    with Stubbed('one two\nthree four') as e:
        e.open(TEXT)
        ok('hunch-complete' in e.actions(), 'the actions are those of the window', sorted(e.actions()))
        ok(e.enabled('hunch-complete') and not e.enabled('hunch-accept'), 'nothing is shown at first')
        e.act('hunch-complete')
        ok(e.shown(), 'asked for, a suggestion is shown', e.state('hunch-status'))
        ok(not e.modified(), 'the document is unmodified while it is shown')
        e.key('Escape')
        ok(e.gone(), 'Escape takes it away')
        same(e.saved(), TEXT, 'and nothing was written')

        e.act('hunch-complete')
        e.shown()
        e.key('Tab')
        e.gone()
        same(e.saved(), BEGIN + 'one two\nthree four\n', 'Tab accepts all')
        e.key('ctrl+z')
        same(e.saved(), TEXT, 'one undo takes it back')

        e.act('hunch-complete')
        e.shown()
        e.key('ctrl+Right')
        ok(e.shown(1), 'after a word the rest is shown')
        e.key('shift+Tab')
        ok(e.shown(1), 'and after a line')
        e.key('Escape')
        e.gone()
        same(e.saved(), BEGIN + 'one two\n', 'Ctrl+Right accepts a word, Shift+Tab the rest of the line')
        e.key('ctrl+z')
        same(e.saved(), BEGIN + 'one\n', 'each is an undo step')
        e.key('ctrl+z')
        same(e.saved(), TEXT, 'of its own')

        e.act('hunch-complete')
        e.shown()
        e.act('hunch-accept-word')
        e.act('hunch-accept-line')
        e.act('hunch-accept')
        e.gone()
        same(e.saved(), BEGIN + 'one two\nthree four\n', 'the same by actions')
        e.key('ctrl+z', 'ctrl+z', 'ctrl+z')

        e.act('hunch-complete')
        e.shown()
        e.act('hunch-explain')
        ok(wait_for(lambda: e.state('hunch-explanation')), 'an explanation comes')
        same(e.state('hunch-explanation'), [('one two\nthree four', 0.5, [('one two\nthree four', 0.5), ('<b>', 0.25)])], 'token by token')
        ok(e.enabled('hunch-accept'), 'while the suggestion stays shown')
        e.type('one t')
        ok(e.enabled('hunch-accept'), 'typing what is shown keeps the rest shown')
        e.key('Tab')
        same(e.saved(), BEGIN + 'one two\nthree four\n', 'and accepting completes it')
        e.key('ctrl+a', 'Delete')
        e.key('Escape')

        e.set('org.hunch.Hunch', 'auto-trigger', 'false')
        wait_for(lambda: not e.state('hunch-toggle-auto'), 5)
        e.type('x')
        e.key('Tab', 'y', 'Escape')
        same(e.saved(), 'x\ty\n', "nothing shown: Tab is gedit's own")
        ok(not e.enabled('hunch-accept'), 'and nothing is suggested unasked when that is switched off')
        e.act('hunch-toggle-auto')
        wait_for(lambda: e.state('hunch-toggle-auto'), 5)
        e.answer('suggested')
        e.key('Return')
        ok(e.shown(), 'while typing, a suggestion comes by itself')
        e.type('q')
        e.answer('')
        ok(e.gone(), 'typing something else takes it away')
        e.set('org.hunch.Hunch', 'enabled', 'false')
        ok(wait_for(lambda: not e.enabled('hunch-complete'), 5), 'switched off means off', e.actions())
        ok(e.alive(), 'gedit lives')
        noise = [line for line in e.said().splitlines() if 'CRITICAL' in line or 'Hunch' in line]
        same(noise, [], 'and says nothing')


def one_character():
    """GtkSourceView takes single characters together in one undo step; one that was accepted is a step of its own."""
    with Stubbed(')', settings='[org/hunch/Hunch]\nauto-trigger=false\n') as e:
        e.open('')
        e.type('f(x')
        e.act('hunch-complete')
        ok(e.shown(), 'a single character is suggested')
        e.key('Tab')
        e.gone()
        e.type('yz')
        same(e.saved(), 'f(x)yz\n', 'accepted')
        e.key('ctrl+z')
        same(e.saved(), 'f(x)\n', 'what is typed after it is undone without it')
        e.key('ctrl+z')
        same(e.saved(), 'f(x\n', 'and it without what was typed before it')
        e.key('ctrl+shift+z', 'ctrl+shift+z')
        same(e.saved(), 'f(x)yz\n', 'both can be done again')


def around_text():
    with Stubbed('bar') as e:
        e.open('foo()\nlast', cursor=(1, 5))
        e.act('hunch-complete')
        ok(e.shown(), 'in the middle of a line')
        ok(not e.modified(), 'unmodified')
        e.key('Tab')
        same(e.saved(), 'foo(bar)\nlast\n', 'accepted in the middle of a line')
        e.answer('deep\nand\nlong')
        e.key('ctrl+End', 'Return')
        e.shown()
        e.key('Tab')
        same(e.saved(), 'foo(bar)\nlast\ndeep\nand\nlong\n', 'on the empty last line')
        ok(e.alive(), 'gedit lives')


def status_line():
    """The status line may be cut short; its tooltip is the whole line."""
    with Stubbed('one two') as e:
        e.open(TEXT)
        e.act('hunch-complete')
        e.shown()
        windows = e.windows()
        for x in range(100, 600, 50):  # of the lowest row
            e.xdo('mousemove', str(x), '582')
            if wait_for(lambda: len(e.windows()) > len(windows), 1.5):
                break
        same(len(e.windows()), len(windows) + 1, 'a tooltip is shown for the status line')
        e.xdo('mousemove', '450', '300')
        ok(wait_for(lambda: e.windows() == windows, 5), 'and goes with the pointer')


def composing():
    with Stubbed('shown') as e:
        e.open('abc')
        e.act('hunch-complete')
        ok(e.shown(), 'before an input method composes, a suggestion is shown')
        e.key('ctrl+shift+u')  # composes a character from its number
        ok(e.gone(), 'composing takes it away')
        ok(not e.enabled('hunch-complete'), 'nothing can be asked for meanwhile', e.state('hunch-status'))
        e.type('e9')
        e.key('space')
        ok(e.shown(), 'what was composed is typed, and a suggestion comes')
        e.key('Tab')
        same(e.saved(), 'abcéshown\n', 'composed and accepted')


def odd_files():
    """Nothing is harmed, whatever file it is; and each is completed as it can be."""
    with Stubbed('one\ntwo') as e:
        e.open(b'first\r\nsecond\r\n', 'crlf.txt')
        e.key('Return')
        e.act('hunch-complete')
        ok(e.shown(), 'in a file with CR LF')
        e.key('Tab')
        e.gone()
        same(e.saved_bytes(), b'first\r\nsecond\r\none\r\ntwo\r\n', 'its line breaks are kept')
    with Stubbed(' für dich') as e:
        e.open('Grüße\n'.encode('latin-1'), 'latin1.txt', options=['--encoding=ISO-8859-15'])
        e.act('hunch-complete')
        ok(e.shown(), 'in a file that is not UTF-8')
        ok(not e.modified(), 'unmodified')
        e.key('Tab')
        e.gone()
        same(e.saved_bytes(), 'Grüße für dich\n'.encode('latin-1'), 'its encoding is kept')
    with Stubbed(' never') as e:
        e.open('abc\n', 'locked.txt', mode=0o444)
        e.act('hunch-complete')
        shown = e.shown(3)
        e.key('Tab')
        time.sleep(0.5)
        same(e.on_disk(), 'abc\n', 'a file that must not be written (%s) is not' % ('completed' if shown else 'not completed'))
        ok(e.alive(), 'gedit lives')


def large_files():
    """What a key costs must not grow with the file: a window around the cursor is read."""
    line = 'the quick brown fox jumps over the lazy dog, and then it sleeps 0123456789\n'
    big = line * (50 * 1000 * 1000 // len(line))
    for name, text in ('of 50 MB', big), ('with one line of 1 MB', 'word ' * 200000 + 'end\n'):
        with Stubbed(' accepted') as e:
            e.open(text, 'large.txt', seconds=120)
            wait_for(lambda: e.enabled('hunch-complete'), 60)  # it is loaded
            e.wait_idle(300)  # and laid out, for which GTK works half a minute and more
            e.key('ctrl+End')
            e.act('hunch-complete')
            ok(e.shown(60), 'a file %s: a suggestion is shown at its end' % name, e.state('hunch-status'))
            ok(not e.modified(), 'unmodified')
            e.key('Tab')
            ok(wait_for(e.modified, 5), 'and accepted', e.state('hunch-status'))
            e.key('Escape')
            e.key('ctrl+Home')
            e.type('x')
            e.wait_idle(120)  # the key is there: an action comes another way, and may come first
            e.act('hunch-complete')
            ok(e.shown(120), 'and at its begin', e.state('hunch-status'))
            e.key('Escape')
            e.gone()
            ok(e.saved(60) == 'x' + text[:-1] + ' accepted\n', 'what is saved is what was accepted and typed')
            ok(e.alive(), 'gedit lives')


WORDS = ['alpha', 'beta', 'gamma', 'delta']
KEYS = {'\n': 'Return', '\t': 'Tab', ' ': 'space', ';': 'semicolon', '(': 'parenleft'}


class Model:
    """The text as it must be, kept by the simplest means."""

    def __init__(self, editor, text):
        self.editor, self.text, self.cursor = editor, text, len(text)

    def insert(self, piece):
        self.text = self.text[:self.cursor] + piece + self.text[self.cursor:]
        self.cursor += len(piece)

    def backspace(self):
        if self.cursor > 0:
            self.text = self.text[:self.cursor - 1] + self.text[self.cursor:]
            self.cursor -= 1

    def move(self, n):
        self.cursor = max(0, min(len(self.text), self.cursor + n))

    def saved(self):
        """What gedit has, less the line break that it adds."""
        text = self.editor.saved()
        return text[:-1] if text.endswith('\n') else text

    def is_right(self):
        return self.saved() == self.text or wait_for(lambda: self.saved() == self.text, 3)

    def accepted(self, answer):
        """Takes over what an accept inserted: a beginning of the answer, less what of it stood before the cursor, and nothing else; but
        a line that goes above text ends with a break and the blanks that stood before that text."""
        rests = [answer[n:] for n in range(len(answer)) if self.text[:self.cursor].endswith(answer[:n])]
        before = self.text[:self.cursor].rpartition('\n')[2]
        if not before.strip() and self.text[self.cursor:].partition('\n')[0].strip():
            rests += [rest.rstrip() + '\n' + before for rest in rests]

        def find():
            now = self.saved()
            n = len(now) - len(self.text)
            piece = now[self.cursor:self.cursor + n]
            return piece if n > 0 and any(rest.startswith(piece) for rest in rests) and now == self.text[:self.cursor] + piece + self.text[self.cursor:] else None
        piece = find() or wait_for(find, 3)
        if piece:
            self.insert(piece)
        return piece


def random_keys():
    """No byte of a document changes but by a key or an accept, over 2,000 of them."""
    seed = int(os.environ.get('HUNCH_TEST_SEED', time.time()))
    n_steps = int(os.environ.get('HUNCH_TEST_STEPS', 2000))
    print('# HUNCH_TEST_SEED=%d' % seed)
    choose = random.Random(seed)
    settings = '[org/gnome/gedit/preferences/editor]\nauto-indent=false\n[org/hunch/Hunch]\nauto-trigger=false\ncache-size=uint32 0\n'
    with Stubbed('', settings=settings) as e:
        e.open('start')
        model, shown, n_shown, n_accepted, wrong = Model(e, 'start'), None, 0, 0, None
        for step in range(n_steps):
            what = choose.random()
            if shown and what < 0.5:
                key = choose.choice(['Tab', 'ctrl+Right', 'shift+Tab', 'Escape', 'alt+bracketright'])
                e.key(key)
                if key in ('Escape', 'alt+bracketright'):
                    right = model.is_right()
                else:
                    before = model.text, model.cursor
                    right = model.accepted(shown)
                    n_accepted += 1
                    if right and choose.random() < 0.3:
                        e.key('ctrl+z')
                        model.text, model.cursor = before
                        right = model.is_right()
                shown = None
            elif what < 0.12:
                shown = choose.choice(['}', ' '.join(choose.sample(WORDS, choose.randint(1, 3))) + choose.choice(['', ';', '\nomega'])])
                e.answer(shown)
                e.act('hunch-complete')
                if not e.shown(3):
                    e.act('hunch-dismiss')  # it must not come later
                    shown = None
                n_shown += shown is not None
                right = choose.random() < 0.7 or model.is_right()  # saving takes it away, too
                shown = shown if e.enabled('hunch-accept') else None
            elif what < 0.22:
                e.key('BackSpace')
                model.backspace()
                shown, right = None, True
            elif what < 0.30:
                n = choose.choice([-1, 1])
                e.key('Left' if n < 0 else 'Right')
                model.move(n)
                shown, right = None, True
            else:
                letter = choose.choice('abcxyz;( \n' if shown else 'abcxyz;( \n\t')
                if shown and letter in shown[0]:
                    letter = 'q'  # what is typed through is tried elsewhere
                e.key(KEYS.get(letter, letter))
                model.insert(letter)
                shown, right = None, step % 25 != 0 or model.is_right()
            if not right:
                wrong = 'step %d, cursor %d\nexpected %r\nfound    %r' % (step, model.cursor, model.text, model.saved())
                break
        ok(wrong is None and model.is_right(), '%d random keys: the document is what was typed and accepted' % n_steps, wrong)
        ok(n_shown > n_steps / 40 and n_accepted > n_steps / 100, 'and suggestions were among them', '%d, %d' % (n_shown, n_accepted))
        ok(e.alive(), 'gedit lives')


def without_growth():
    """Rounds of suggestions, and of documents with one: nothing is kept of them."""
    with Stubbed('one two\nthree') as e:
        e.open(TEXT)

        def round_of_keys():
            e.act('hunch-complete')
            e.shown()
            e.key('ctrl+Right', 'Escape', 'ctrl+z')
            e.act('new-tab')
            e.type('x')
            e.act('hunch-complete')
            e.shown()
            e.key('Tab', 'ctrl+z', 'ctrl+z')
            e.act('close')
            wait_for(lambda: not e.enabled('hunch-accept'), 5)
        for _ in range(30):
            round_of_keys()
        before = resident(e.gedit.pid)
        for _ in range(100):
            round_of_keys()
        after = resident(e.gedit.pid)
        ok(after < before * 1.05 + 2000, '100 rounds without growth', '%d KiB, then %d KiB' % (before, after))
        ok(e.alive(), 'gedit lives', e.said())


def before_snippets():
    with Stubbed('ish', plugins=('hunch-gedit', 'snippets')) as e:
        e.open('', name='text.c')
        e.type('for')
        ok(e.shown(), 'beside snippets, a suggestion is shown')
        e.key('Tab')
        e.answer('')
        same(e.saved(), 'forish\n', 'Tab accepts it before snippets take the key')


def while_generating():
    with Stubbed('late', ms=1500) as e:
        e.open(TEXT)
        e.act('hunch-complete')
        ok(wait_for(lambda: e.enabled('hunch-dismiss'), 5), 'busy')
        e.set('org.gnome.gedit.plugins', 'active-plugins', '[]')
        ok(wait_for(lambda: 'hunch-status' not in e.actions(), 10), 'disabled while generating: the actions go')
        time.sleep(2)
        ok(e.alive() and e.actions(), 'gedit lives', e.said())
        same(e.saved(), TEXT, 'nothing was written')
        e.set('org.gnome.gedit.plugins', 'active-plugins', "['hunch-gedit']")
        ok(wait_for(lambda: 'hunch-status' in e.actions(), 10), 'enabled again, the actions are back')
        e.act('hunch-complete')
        ok(e.shown(), 'and they work')
        e.key('Escape')
        e.type('x')
        e.act('hunch-complete')
        wait_for(lambda: e.enabled('hunch-dismiss'), 5)
        e.saved()
        e.act('close')
        time.sleep(2)
        ok(e.alive() and e.actions(), 'the tab closed while generating: gedit lives', e.said())
        ok(not e.enabled('hunch-complete'), 'without a text the actions are insensitive', e.actions())
        same((e.state('hunch-status'), e.state('hunch-progress')), ('', -1), 'and there is no status and no progress')
    with Stubbed('late', ms=1500) as e:
        e.open(TEXT)
        e.act('hunch-complete')
        wait_for(lambda: e.enabled('hunch-dismiss'), 5)
        e.key('ctrl+q')
        same(wait_for(lambda: e.gedit.poll() is not None, 20) and e.gedit.poll(), 0,
             'the window closed while generating: gedit ends as it should')


run([in_one_gedit, one_character, around_text, status_line, composing, odd_files, before_snippets, while_generating], [large_files, random_keys, without_growth])
