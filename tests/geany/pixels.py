#!/usr/bin/python3
# pixels.py: where Geany shows a suggestion, and in which colour.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rig import HEIGHT, WIDTH, Rig, holds, run, wait_for  # noqa: E402

LIGHT = 'default=0x000000;0xffffff;false;false\ncurrent_line=0x000000;0xf0f0f0;true\n'
DARK = 'default=0xffffff;0x202020;false;false\ncurrent_line=0xffffff;0x303030;true\n'
LEFT, TOP = 50, 62  # of a document's text on the screen


def is_magenta(red, green, blue):
    return red > 200 and green < 120 and blue > 200


def is_green(red, green, blue):
    return red < 120 and green > 200 and blue < 120


def is_black(*rgb):
    return max(rgb) < 110


def by_ground(rig):
    '''the colour is that of the ground that the text stands on, whatever the windows around it'''
    for scheme, theme in (LIGHT, 'Adwaita'), (DARK, 'Adwaita'), (LIGHT, 'Adwaita:dark'), (DARK, 'Adwaita:dark'):
        own = Rig(scheme=scheme, theme=theme, settings=["dark-colour='#00ff00'"])
        try:
            own.rules(('text ', 'suggested words\nbelow'))
            own.open('ground.txt', 'some text ')
            own.key('alt+backslash')
            wanted, other = (is_magenta, is_green) if scheme == LIGHT else (is_green, is_magenta)
            box = wait_for('a suggestion', lambda: own.box(wanted))
            time.sleep(0.2)  # all of it
            box = own.box(wanted)
            holds(box[3] - box[1] > 20, 'two rows', scheme, theme, box)
            holds(own.box(other, range(box[1], box[3] + 1)) is None, 'one colour', scheme, theme, box)
        finally:
            own.end()


def wrapped(rig):
    '''a suggestion goes on where the view breaks lines, and nothing of it is lost at the edge'''
    answer = ' '.join(['suggested'] * 30)
    own = Rig(wrap='true')
    try:
        own.rules(('words ', answer))
        own.open('wrapped.txt', 'some words ' * 6)
        own.key('alt+backslash')
        own.wait_shown()
        box = own.box(is_magenta)
        holds(box[3] - box[1] > 3 * 16 and box[2] < WIDTH - 20, box)
        holds(not own.is_modified())
        own.key('Tab')
        own.wait_hidden()
        holds(own.save('wrapped.txt') == 'some words ' * 6 + answer)
    finally:
        own.end()


def right_to_left(rig):
    '''a suggestion that is written from the right stands beside what is written, and over nothing'''
    rig.rules(('שלום ', 'עולם ומלואו'))
    rig.open('right.txt', 'שלום ')
    rig.key('alt+backslash')
    rig.wait_shown()
    box = rig.box(is_magenta)
    text = rig.box(is_black, range(box[1], box[3] + 1), LEFT)
    holds(text is not None and text[2] <= box[0] + 1, box, text)  # the cursor between them is black
    holds(not rig.is_modified())
    rig.key('Tab')
    rig.wait_hidden()
    holds(rig.save('right.txt') == 'שלום עולם ומלואו')
    rig.close()


def within_right_to_left(rig):
    '''within a line that is written from the right it stands below, and the line stays as it is'''
    for text, end, answer in (('שלום עולם', 'שלום ', 'גדול '), ('abc שלום עולם def', 'שלום ', 'more '), ('x = "שלום";', 'שלום', ' עולם\nעוד')):
        rig.rules((end, answer))
        rig.open('within.txt', text + '\nbelow\n')
        rig.key('ctrl+Home', *['Right'] * (text.index(end) + len(end)))
        time.sleep(0.2)
        box = rig.box(is_black, range(TOP, HEIGHT // 2), LEFT)

        def line():
            stride, data = rig.pixels()[2:]
            return data[box[1] * stride:(box[1] + 16) * stride]
        before = line()
        rig.key('alt+backslash')
        rows = rig.wait_shown()
        wait_for('the line as it was, cursor and all', lambda: line() == before)
        holds(rows[0] >= box[1] + 16, rows, box)
        holds(not rig.is_modified())
        rig.key('Tab')
        rig.wait_hidden()
        holds(rig.save('within.txt') == text.replace(end, end + answer.split('\n')[0], 1) + '\nbelow\n', rig.read('work/within.txt'))
        rig.close()


def left_behind(rig):
    '''what goes leaves nothing on the screen, and the lines as they were'''
    text = ''.join('a line %d \n' % i for i in range(60)) + 'some more \nthe last of them ;'  # no brackets, which Geany marks
    top, bottom = TOP, HEIGHT - 60  # between the tabs and the status bar

    def picture():
        stride, data = rig.pixels()[2:]
        return data[top * stride:bottom * stride]
    for answer in 'one two', 'one\ntwo\nthree':
        rig.rules(('', answer))
        rig.open('behind.txt', text)
        for place in ['ctrl+End'], ['ctrl+End', 'Left'], ['ctrl+End', 'Up', 'Left'], ['ctrl+End', *['Up'] * 9, 'End']:
            rig.key(*place)
            time.sleep(0.3)
            before = picture()
            for keys in ['Escape'], ['Tab', 'ctrl+z'], ['Up', 'Down'], ['x', 'Escape', 'ctrl+z'], ['BackSpace', 'Escape', 'ctrl+z'], ['ctrl+Home', *place]:
                rig.key('alt+backslash')
                rig.wait_shown()
                rig.key(*keys)
                wait_for('after %s the picture of before, %r at %s' % (', '.join(keys), answer, place), lambda: picture() == before)
        rig.close()


def scrolled_sideways(rig):
    '''line numbers and folds are not painted over'''
    rig.rules(('ab', 'suggested words that go on\nbelow'))
    rig.open('sideways.txt', 'x' * 400 + '\nab')
    rig.key('alt+backslash')
    rig.wait_shown()
    before = rig.box(is_magenta)
    rig.xdotool('mousemove', WIDTH // 2, HEIGHT // 2, 'click', '--repeat', 12, '--delay', 30, 7)
    row = range(before[1], before[1] + 8)  # of the first row: those below are Scintilla's own
    wait_for('text that moved', lambda: rig.box(is_magenta, row)[2] < before[2] - 20)
    after = rig.box(is_magenta, row)
    holds(after[0] >= before[0] - 2 * 9, before, after)
    rig.close()


def other_font(rig):
    '''all rows are in the font that the text is given'''
    own = Rig()
    try:
        own.rules(('ab', 'same\nsame'))
        own.open('font.txt', 'ab')
        for size in 11, 24:
            if size != 11:
                own.key('Escape')
                own.key('alt+v', 'f')
                own.to_dialog('Choose font')
                own.key('Tab', 'Tab', 'Tab', 'Tab', 'ctrl+a')
                own.type(str(size))
                own.key('Tab', 'alt+s')
                time.sleep(0.3)
                own.focus()
            own.key('alt+backslash')
            own.wait_shown()
            whole = own.box(is_magenta)
            middle = (whole[1] + whole[3]) // 2
            first, second = (own.box(is_magenta, rows) for rows in (range(whole[1], middle), range(middle, whole[3] + 1)))
            holds(abs((first[2] - first[0]) - (second[2] - second[0])) <= 2 and first[2] - first[0] > 2 * size, size, first, second)
    finally:
        own.end()


if __name__ == '__main__':
    sys.exit(run([by_ground, wrapped, right_to_left, within_right_to_left, left_behind, scrolled_sideways, other_font]))
