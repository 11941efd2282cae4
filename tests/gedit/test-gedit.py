#!/usr/bin/python3
# test-gedit.py: completion as a person meets it in gedit: what is shown, accepted, typed, undone, saved.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import random
import subprocess
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
try:
    import gi
    gi.require_version('GdkPixbuf', '2.0')
    from gi.repository import GdkPixbuf

    from editor import BUILD, SOURCES, Editor, missing, wait_for
except ImportError as error:
    print('1..0 # SKIP ' + str(error))
    sys.exit(0)

MODEL = os.path.join(os.environ.get('HUNCH_MODEL_DIR') or os.path.expanduser('~/.local/share/hunch/models'),
                     'SmolLM2-135M-Instruct.Q4_1.gguf')
TINY = os.path.abspath(os.path.join(SOURCES, 'tests', 'fixtures', 'gguf', 'valid_gpt2_tied.gguf'))
BEGIN = 'first line\n'
TEXT = BEGIN + '\n'  # gedit does not show the last line break: the cursor's line is the second one, and empty
n = 0


def ok(condition, name, said=''):
    global n
    n += 1
    print('%s %d - %s' % ('ok' if condition else 'not ok', n, name), flush=True)
    if not condition and said:
        print('\n'.join('# ' + line for line in str(said).splitlines()))


def skip(name, reason):
    global n
    n += 1
    print('ok %d - %s # SKIP %s' % (n, name, reason))


def same(found, expected, name):
    ok(found == expected, name, 'expected %r\nfound    %r' % (expected, found))


class Stubbed(Editor):
    """gedit whose suggestions are what a test says."""

    def __init__(self, answer, ms=0, **options):
        super().__init__(stub=True, **options)
        self.answer(answer, ms)


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


MAGENTA = "[org/hunch/Hunch]\nlight-colour='#ff00ff'\ndark-colour='#ff00ff'\n"


def box_of(e, is_it, rows=None, left=0):
    """(left, top, right, bottom) of the pixels for which is_it (red, green, blue), in some rows or all, from a column on; None where there is none."""
    path = os.path.join(e.root, 'shot.png')
    e.shoot(path)
    picture = GdkPixbuf.Pixbuf.new_from_file(path)
    data, stride, n = picture.get_pixels(), picture.get_rowstride(), picture.get_n_channels()
    found = [(x, y) for y in rows or range(picture.get_height()) for x in range(left, picture.get_width())
             if is_it(*data[y * stride + x * n:y * stride + x * n + 3])]
    xs, ys = [x for x, _ in found], [y for _, y in found]
    return (min(xs), min(ys), max(xs), max(ys)) if found else None


def is_magenta(red, green, blue):
    return red > 200 and green < 120 and blue > 200


def ghost_box(e):
    """The box of what is painted in the colour of suggestions."""
    return box_of(e, is_magenta)


def by_ground():
    """The colour is that of the ground that the text stands on, whatever the windows around it."""
    colours = "[org/hunch/Hunch]\nlight-colour='#ff00ff'\ndark-colour='#00ff00'\n"
    for scheme, theme, dark in ('tango', 'Adwaita', False), ('tango', 'Adwaita:dark', True), ('oblivion', 'Adwaita', True), ('kate', 'Adwaita:dark', False):
        with Stubbed('suggested words', settings="scheme='%s'\n" % scheme + colours, environ={'GTK_THEME': theme}) as e:
            e.open('some text ')
            e.act('hunch-complete')
            e.shown()
            wanted, other = (lambda r, g, b: r < 120 and g > 200 and b < 120), is_magenta
            if not dark:
                wanted, other = other, wanted
            box = wait_for(lambda: box_of(e, wanted), 10)
            ok(box and not box_of(e, other, range(box[1], box[3] + 1)), 'scheme %s in theme %s: the colour for %s grounds' % (scheme, theme, 'dark' if dark else 'light'), box)


def right_to_left():
    """A line that is written from the right goes on to the left."""
    with Stubbed('עולם ומלואו', settings=MAGENTA) as e:
        e.open('שלום ')
        e.act('hunch-complete')
        e.shown()
        box = wait_for(lambda: ghost_box(e), 10)
        text = box and box_of(e, lambda *rgb: max(rgb) < 110, range(box[1], box[3] + 1), 100)  # the margin may have a number
        ok(text and text[2] > 850 and abs(text[0] - box[2]) < 16, 'from right to left: what is suggested stands left of what is written', (box, text))
        ok(not e.modified(), 'unmodified')
        e.key('Tab')
        same(e.saved(), 'שלום עולם ומלואו\n', 'and is accepted behind it')


def within_right_to_left():
    """Within a line of two directions it stands below, and the line stays as it is; within a line of one it stands at the cursor."""
    for text, left, answer, below in ('abc שלום עולם def', 8, 'more ', True), ('x = "שלום";', 2, ' עולם', True), ('naïve (数值) end', 4, 'more', False):
        with Stubbed(answer, settings=MAGENTA) as e:
            e.open(text + '\nbelow\n', cursor=(1, 1))
            e.key('End', *['Left'] * left)
            time.sleep(0.2)
            before = box_of(e, lambda *rgb: max(rgb) < 110, range(55, 70), 28)
            e.act('hunch-complete')
            e.shown()
            box = wait_for(lambda: ghost_box(e), 10)
            ok(box and (box[1] > before[3]) == below, 'within %r: %s the line' % (text, 'below' if below else 'in'), (before, box))
            after = box_of(e, lambda *rgb: max(rgb) < 110, range(55, 70), 28)
            ok(not below or abs(before[2] - after[2]) < 2, 'which stays as it is', (before, after))
            ok(not e.modified(), 'unmodified')
            e.key('Tab')
            e.gone()
            ok(answer in e.saved(), 'accepted', e.on_disk())


def picture(e):
    """The text's part of the screen."""
    path = os.path.join(e.root, 'shot.png')
    e.shoot(path)
    whole = GdkPixbuf.Pixbuf.new_from_file(path)
    return whole.get_pixels()[50 * whole.get_rowstride():400 * whole.get_rowstride()]


def left_behind():
    """What goes leaves nothing on the screen, and the lines as they were."""
    for answer, place in ('one two', (2, 8)), ('one\ntwo\nthree', (2, 8)), ('one', (2, 4)), ('one\ntwo', (5, 1)):
        with Stubbed(answer, settings=MAGENTA) as e:
            with open(os.path.join(e.make(os.path.join(e.root, 'config', 'gtk-3.0')), 'settings.ini'), 'w') as f:
                f.write('[Settings]\ngtk-cursor-blink=0\n')
            e.open('first\nsecond \nthird\nfourth\n\n', cursor=place)
            time.sleep(0.5)
            before = picture(e)
            for keys in ['Escape'], ['Tab', 'ctrl+z'], ['Up', 'Down']:
                e.act('hunch-complete')
                e.shown()
                ok(wait_for(lambda: ghost_box(e), 10), '%r at %s is painted' % (answer, place))
                e.key(*keys)
                ok(wait_for(lambda: picture(e) == before, 5), 'after %s all is as it was' % ', '.join(keys), ghost_box(e))


def wrapped():
    """A suggestion goes on where the view breaks lines, and nothing of it is lost at the edge."""
    answer = ' '.join(['suggested'] * 30)
    for mode, is_wrapped in ('none', False), ('word', True):
        with Stubbed(answer, settings="wrap-mode='%s'\n" % mode + MAGENTA) as e:
            e.open('some words ' * 6)
            e.act('hunch-complete')
            e.shown()
            box = wait_for(lambda: ghost_box(e), 10)
            lines = (box[3] - box[1]) // 15 + 1 if box else 0  # a line is higher than its letters
            ok(lines >= 3 if is_wrapped else lines in (1, 2), 'wrap-mode %s: a long suggestion has %s' % (mode, 'several lines' if is_wrapped else 'one line'), box)
            if is_wrapped:
                ok(box and box[2] < 890, 'and ends before the edge of the view', box)
                e.set('org.hunch.Hunch', 'light-colour', "'#00ff00'")
                ok(wait_for(lambda: not ghost_box(e), 10) and e.enabled('hunch-accept'), 'another colour is that of what is shown, at once')
            ok(not e.modified(), 'unmodified')
            e.key('Tab')
            e.gone()
            same(e.saved(), 'some words ' * 6 + answer + '\n', 'accepted whole')


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
        """Takes over what an accept inserted: a beginning of the answer, less what of it stood before the cursor, and nothing else."""
        rests = [answer[n:] for n in range(len(answer)) if self.text[:self.cursor].endswith(answer[:n])]

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
                shown = ' '.join(choose.sample(WORDS, choose.randint(1, 3))) + choose.choice(['', ';', '\nomega'])
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


def resident(e):
    with open('/proc/%d/statm' % e.gedit.pid) as f:
        return int(f.read().split()[1]) * os.sysconf('SC_PAGE_SIZE') // 1024


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
        before = resident(e)
        for _ in range(100):
            round_of_keys()
        after = resident(e)
        ok(after < before * 1.05 + 2000, '100 rounds without growth', '%d KiB, then %d KiB' % (before, after))
        ok(e.alive(), 'gedit lives', e.said())


def infill():
    model = os.path.join(os.path.dirname(MODEL), 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf')
    if not os.path.exists(model):
        skip('qwen2.5-coder in gedit', model + ' is not there')
        return
    settings = "[org/hunch/Hunch]\nmodel='%s'\ntime-limit-ms=uint32 20000\nprompt-time-limit-ms=uint32 20000\nmax-tokens=uint32 24\n" % model
    text = '/* The larger of two numbers. */\nint\nmax (int a, int b)\n{\n  return \n}\n'
    with Editor(settings=settings) as e:
        e.open(text, 'max.c', cursor=(5, 10))
        e.act('hunch-complete')
        ok(e.shown(300), 'qwen2.5-coder fills in C', e.actions().get('hunch-status'))
        wait_for(lambda: 'tokens/s' in e.state('hunch-status'), 60)
        e.key('Tab')
        e.gone()
        found = e.saved()
        same(found.replace('(a > b)', 'a > b'), text.replace('return ', 'return a > b ? a : b;'), 'between what is there')


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
    with Stubbed('late', ms=1500) as e:
        e.open(TEXT)
        e.act('hunch-complete')
        wait_for(lambda: e.enabled('hunch-dismiss'), 5)
        e.key('ctrl+q')
        same(wait_for(lambda: e.gedit.poll() is not None, 20) and e.gedit.poll(), 0,
             'the window closed while generating: gedit ends as it should')


def while_loading():
    """The window closed, and the plugin disabled, while a model is loaded and the first kernels are built."""
    settings = "[org/hunch/Hunch]\nmodel='%s'\n" % TINY
    with Editor(settings=settings, caches=True) as e:
        e.open('abc')
        e.act('hunch-complete')
        ok(wait_for(lambda: e.state('hunch-progress') >= 0), 'a model is loaded, and progress is shown', e.state('hunch-status'))
        e.set('org.gnome.gedit.plugins', 'active-plugins', '[]')
        ok(wait_for(lambda: 'hunch-status' not in e.actions(), 10), 'disabled while loading: the actions go')
        e.set('org.gnome.gedit.plugins', 'active-plugins', "['hunch-gedit']")
        ok(wait_for(lambda: 'hunch-status' in e.actions(), 10), 'enabled again, the actions are back')
        e.act('hunch-complete')
        ok(wait_for(lambda: e.state('hunch-progress') >= 0), 'and the model is loaded anew', e.state('hunch-status'))
        e.key('ctrl+q')
        same(wait_for(lambda: e.gedit.poll() is not None, 60) and e.gedit.poll(), 0,
             'the window closed while a model is loaded: gedit ends as it should')
        noise = [line for line in e.said().splitlines() if 'CRITICAL' in line or 'Hunch' in line]
        same(noise, [], 'and says nothing')


class Watched(Editor):
    """gedit with a real model on one of two devices; told tells which devices were taken into use and given back."""

    def __init__(self):
        super().__init__(settings="[org/hunch/Hunch]\nmodel='%s'\ndevice='0'\ncache-size=uint32 0\n" % TINY, environ={'POCL_DEVICES': 'basic pthread'})
        self.env['HUNCH_SHIM_LOG'] = os.path.join(self.root, 'devices')
        listed = subprocess.run([os.path.join(BUILD, 'tools', 'hunch'), 'devices'], env=self.env, capture_output=True, text=True)
        self.names = [line.split(maxsplit=1)[1].rpartition(' (')[0] for line in listed.stdout.splitlines()]

    def open(self, *arguments, **options):
        shim = os.path.join(BUILD, 'tests', 'fixtures', 'opencl', '.libs', 'libcl-shim.so')
        self.env['LD_PRELOAD'] = shim + ' libOpenCL.so.1'  # which the shim looks for behind itself
        super().open(*arguments, **options)
        del self.env['LD_PRELOAD']

    def told(self):
        try:
            with open(self.env['HUNCH_SHIM_LOG']) as f:
                return f.read().splitlines()
        except FileNotFoundError:
            return []

    def answers(self):
        """Asks, and waits for the end of it on a device taken into use for it; this model's answers may be no text, and not shown."""
        n = len(self.told())
        self.type('x')
        self.act('hunch-complete')
        wait_for(lambda: any(line[0] == '+' for line in self.told()[n:]), 60)
        return wait_for(lambda: self.state('hunch-progress') < 0 and ('tokens/s' in self.state('hunch-status') or 'Nothing' in self.state('hunch-status')), 60)


def other_device():
    """The device of the settings counts from the next question on."""
    with Watched() as e:
        if len(e.names) < 2:
            skip('another device', 'there are no two devices')
            return
        e.open('abc')
        same(e.told(), [], 'before a question no device is in use')
        ok(e.answers(), 'the model answers on a device', e.state('hunch-status'))
        e.set('org.hunch.Hunch', 'device', "'none such'")
        ok(wait_for(lambda: '-' in e.told(), 10), 'another is set: this one is given back', e.told())
        e.key('x')
        e.act('hunch-complete')
        ok(wait_for(lambda: all(name in e.state('hunch-status') for name in ['none such'] + e.names), 10), 'there is none: that is said, and which there are',
           e.state('hunch-status'))
        e.set('org.hunch.Hunch', 'device', "'1'")
        ok(wait_for(lambda: e.enabled('hunch-complete')), 'another one can be tried at once')
        ok(e.answers(), 'the model answers on it', e.state('hunch-status'))
        same(e.told(), ['+' + e.names[0], '-', '+' + e.names[1]], 'and there alone')


def idle():
    """A model that nobody asks is unloaded, from when the settings say so, and comes back."""
    with Watched() as e:
        if not e.names:
            skip('a model that nobody asks', 'there is no device')
            return
        e.open('abc')
        ok(e.answers(), 'the model answers', e.state('hunch-status'))
        e.set('org.hunch.Hunch', 'unload-minutes', '1')
        time.sleep(50)
        same([line[0] for line in e.told()], ['+'], 'it stays for a minute')
        ok(wait_for(lambda: '-' in e.told(), 30), 'and is unloaded then', e.told())
        ok(e.answers(), 'the next question loads it again', e.state('hunch-status'))
        same([line[0] for line in e.told()], ['+', '-', '+'], 'on demand')


def with_a_model():
    if not os.path.exists(MODEL):
        skip('smollm2 in gedit', MODEL + ' is not there')
        return
    with Editor(environ={'HUNCH_MODEL_DIR': os.path.dirname(MODEL)}) as e:
        e.open('The capital of France is')
        e.act('hunch-complete')
        ok(e.shown(120), 'smollm2 answers', e.actions().get('hunch-status'))
        ok(wait_for(lambda: 'tokens/s' in e.state('hunch-status')), 'the status tells its speed', e.state('hunch-status'))
        ok(not e.modified(), 'unmodified')
        e.key('Tab')
        text = e.saved()
        ok(text.startswith('The capital of France is Paris'), 'Paris', text)


def main():
    reason = missing()
    if reason is not None:
        print('1..0 # SKIP ' + reason)
        return
    cases = [in_one_gedit, around_text, wrapped, left_behind, by_ground, right_to_left, within_right_to_left, composing, odd_files, before_snippets, while_generating, while_loading, other_device, with_a_model]
    if os.environ.get('HUNCH_LONG') or len(sys.argv) > 1:
        cases += [large_files, random_keys, without_growth, idle, infill]
    for case in cases[:1] if os.environ.get('HUNCH_DISTCHECK') else cases:
        if len(sys.argv) > 1 and case.__name__ not in sys.argv[1:]:
            continue
        try:
            case()
        except Exception:
            ok(False, case.__name__ + ' came to its end', traceback.format_exc())
    print('1..%d' % n)


main()
