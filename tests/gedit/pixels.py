#!/usr/bin/python3
# pixels.py: where gedit shows a suggestion, in which colour, and that nothing of it stays.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
try:
    import gi
    gi.require_version('GdkPixbuf', '2.0')
    from gi.repository import GdkPixbuf
except ImportError as error:
    print('1..0 # SKIP ' + str(error))
    sys.exit(0)

from tap import Stubbed, ok, run, same  # noqa: E402
from editor import wait_for  # noqa: E402

MAGENTA = "[org/hunch/Hunch]\nlight-colour='#ff00ff'\ndark-colour='#ff00ff'\n"


def box_of(e, is_it, rows=None, left=0, width=900):
    """(left, top, right, bottom) of the pixels for which is_it (red, green, blue), in some rows or all, in so many columns from one on; None where there is none."""
    path = os.path.join(e.root, 'shot.png')
    e.shoot(path)
    picture = GdkPixbuf.Pixbuf.new_from_file(path)
    data, stride, n = picture.get_pixels(), picture.get_rowstride(), picture.get_n_channels()
    found = [(x, y) for y in rows or range(picture.get_height()) for x in range(left, min(left + width, picture.get_width()))
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


def numbers():
    """The number of a line stands beside it, whatever room a suggestion has below."""
    for wrap in 'none', 'word':
        for answer, place in ('one', (2, 8)), ('one\ntwo\nthree\nfour', (2, 8)), ('one\ntwo\nthree', (5, 1)):
            with Stubbed(answer, settings="wrap-mode='%s'\n" % wrap + MAGENTA) as e:
                e.open('first\nsecond \nthird\nfourth\n\n', cursor=place)
                e.act('hunch-complete')
                e.shown()
                box = wait_for(lambda: ghost_box(e), 10)
                rows = range(box[1] - 4, box[3] + 4)  # of the suggestion, which begins in the line of the number
                number = box_of(e, lambda *rgb: max(rgb) < 110, rows, 12, 16)
                ok(number and abs(number[1] - box[1]) < 6 and number[3] - box[1] < 18,
                   '%r at %s, wrap mode %s: the number stands at the top' % (answer, place, wrap), (box, number))


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


run([right_to_left, within_right_to_left, numbers, wrapped, left_behind, by_ground])
