#!/usr/bin/python3
# editor.py: from a keystroke to the shown suggestion in a real gedit on a screen of its own; bench/editor.sh runs it.
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Measures completion in gedit: a model answers, keys are typed, and a probe in gedit (bench/editor-probe.c) notes when.

Each round types a line, with text behind the cursor, so that one line is suggested, and rests; the time counts from the last
key, as the display saw it. What was read before, all but that line, is not read again: the cache is warm. So
are the caches of kernels, which are the user's.
The stages: the rest that debounce waits for, the context that is read around the cursor, the part of the prompt that is not in
the cache, the first token, the others until the line is done, the picture.

The watchdog is gedit's main loop itself: how long it was away from its poll, while completion is at work, which is from the last
key of a line until its suggestion is painted, and from the key that accepts it until that is painted. Each line comes several
times: the longest of its absences is the median of those, and the longest of all lines is what is told. A machine that others share, and a
display that paints with the same processors, are away themselves now and then. How late this machine wakes up a program
when nothing else runs is told beside it, and so are the longest absence of any single time, the longest while keys come as quick as they can, which
is gedit's painting, and the same keys with completion switched off. As on any desktop there is a window manager: without one GTK waits for
the display after each picture."""
import argparse
import collections
import json
import os
import random
import statistics
import subprocess
import sys
import time

from gi.repository import GLib

SOURCES = os.environ.get('HUNCH_SRCDIR', '.')
sys.path.insert(0, os.path.join(SOURCES, 'tests', 'gedit'))
sys.dont_write_bytecode = True
from editor import BUILD, Editor, wait_for  # noqa: E402
from count import count  # noqa: E402

PROBE = os.path.join(BUILD, 'bench', '.libs', 'editor-probe.so')
DEBOUNCE_MS = 100
LONG_MS = 8  # what an absence of the main loop should not come to
PAUSE = 0.3  # seconds, in which a person looks
PAINTING = 0.1  # seconds, in which what was accepted is painted; what comes after it does not come so soon
PATIENCE = 3  # seconds, after which no suggestion comes any more
STAGES = ['debounce', 'context', 'prefill', 'first token', 'done', 'painted']

HEAD = '''"""A small quiz about countries: questions, answers, and who knows them."""

import random

capitals = {
    "Austria": "Vienna",
    "Denmark": "Copenhagen",
    "Finland": "Helsinki",
    "Ireland": "Dublin",
    "Norway": "Oslo",
}


def ask(country):
    """Asks for a capital, and says whether the answer was right."""
    answer = input("What is the capital of " + country + "? ")
    return answer.strip() == capitals[country]


def play(rounds):
    """Plays some rounds, and counts the right answers."""
    right = 0
    for country in random.sample(sorted(capitals), rounds):
        if ask(country):
            right += 1
    return right


'''
# What each round types, and what stands behind the cursor then, so that one line is suggested.
PLACES = [
    ('print("The capital of France is', '")'),
    ('print("The capital of Germany is', '")'),
    ('right = play(len(capitals', ')'),
    ('names = sorted(capitals.', ')'),
    ('print("You know " + str(right', ')'),
    ('assert ask("Norw', '")'),
    ('print("The capital of Spain is', '")'),
    ('for country in sorted(capi', ':'),
    ('capitals["Portugal"] = "', '"'),
    ('print("The capital of Japan is', '")'),
    ('capitals["Greece"] = "', '"'),
    ('for country, capital in capitals.', ':'),
]


def lead(n_lines):
    """Other functions, in a file that has long been written at."""
    return ''.join('def part_%d(n):\n    """Part %d of the quiz."""\n    return n + %d\n\n\n' % (i, i, i) for i in range(n_lines // 5))


class Log:
    """The lines of the probe."""

    def __init__(self, path):
        self.file = open(path)
        self.lines = []

    def read(self):
        for line in self.file:
            word, *numbers = line.split()
            self.lines.append((word, *map(float, numbers)))
        return self.lines

    def since(self, t):
        return [line for line in self.read() if line[1] >= t]


def now_us():
    return time.monotonic() * 1e6


def accept(editor):
    """Accepts what is shown, if anything: of lines that are left unfinished the model learns that they end so, and says nothing of the next."""
    begin = now_us()
    if editor.enabled('hunch-accept'):
        begin = now_us()
        editor.key('Tab')
        time.sleep(PAINTING)
    return begin, now_us()


def begin_line(editor, place):
    """A new line as far as its last letter, with what stands behind the cursor; too quick for a suggestion to come."""
    begin, end = place
    editor.key('Escape', 'End', 'Return')
    editor.type(begin[:-1] + end)
    editor.key(*['Left'] * len(end))


def measure(lines):
    """The stages of the last question in microseconds, or None if there was none from key to picture."""
    found = {}
    for line in lines:
        if line[0] == 'key':
            found = {'key': line}
        elif line[0] in ('asked', 'token', 'shown', 'done', 'painted') and line[0] not in found:
            found[line[0]] = line
    if not all(word in found for word in ('key', 'asked', 'token', 'shown', 'done', 'painted')):
        return None
    sent, (_, asked, since), token = found['key'][2], found['asked'], found['token'][1]
    _, _, n_tokens, n_prompt, n_cached, prompt_ms, _ = found['done']
    prefill = asked + prompt_ms * 1000
    ends = [since, asked, prefill, token, found['shown'][1], found['painted'][1]]
    return {'stages': [(b - a) / 1000 for a, b in zip([sent, *ends], ends)], 'total': (ends[-1] - sent) / 1000,
            'tokens': int(n_tokens), 'read': int(n_prompt - n_cached), 'prompt': int(n_prompt)}


def why_not(lines):
    """Why a round showed nothing."""
    found = {line[0]: line for line in reversed(lines) if line[0] != 'away'}  # the first of each
    if 'shown' in found:
        return 'known before it was asked' if 'asked' not in found else 'not painted'
    if 'asked' not in found:
        return 'not asked'
    if 'done' not in found:
        return 'no answer in %d s' % PATIENCE
    return 'answer repeats what is there' if found['done'][-1] else 'empty answer'


def one_round(editor, log, place):
    """Measures of one suggestion, or why there was none, and the longest absence of the main loop while completion was at work."""
    begin_line(editor, place)
    time.sleep(PAUSE)
    start = now_us()
    editor.type(place[0][-1])
    time.sleep(2 * PAUSE)  # and nothing is asked of gedit, which would take its time
    editor.shown(PATIENCE)
    lines = log.since(start)
    at_work = [(start, now_us()), accept(editor)]
    return measure(lines) or why_not(lines), max(longest(away(log.read(), *times)) for times in at_work)


def away(lines, begin, end):
    """Each time that the main loop was away between two moments, in ms: (wall, cpu, waited for a processor)."""
    return [(line[2] / 1000, line[3] / 1000, line[4] / 1000) for line in lines if line[0] == 'away' and begin <= line[1] <= end]


def longest(absences):
    return max((wall for wall, _, _ in absences), default=0)


def worst_place(order, at_work):
    """The longest absence of all places, each the median of its rounds."""
    return max(statistics.median(ms for i, ms in zip(order, at_work) if i == place) for place in set(order))


def draw_order(n_rounds):
    """Which place each round is for. In another order each time: of lines that come in turn the model would know the next before it is typed."""
    draw = random.Random(0)
    order = []
    while len(order) < n_rounds:
        order += draw.sample(range(len(PLACES)), len(PLACES))
    return order[:n_rounds]


def late():
    """How late this machine wakes up a program that sleeps, in ms, at most."""
    most = 0
    for _ in range(500):
        begin = time.monotonic()
        time.sleep(0.01)
        most = max(most, time.monotonic() - begin - 0.01)
    return most * 1000


def manage_windows(editor):
    """Starts a window manager."""
    editor.spawn(['openbox', '--sm-disable'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if not wait_for(lambda: subprocess.run(['xdotool', 'get_num_desktops'], env=editor.env, capture_output=True).returncode == 0, 20):
        sys.exit('editor.py: openbox did not start')


def run(options, order):
    caches = os.environ.get('HUNCH_CACHE_DIR') or os.path.join(GLib.get_user_cache_dir(), 'hunch')
    settings = "[org/hunch/Hunch]\ndebounce-ms=uint32 %d\nmodel='%s'\n" % (DEBOUNCE_MS, options.model)
    with Editor(module=PROBE, settings=settings, environ={'HUNCH_CACHE_DIR': caches}) as editor:
        manage_windows(editor)
        log_path = os.path.join(editor.root, 'probe')
        editor.env['HUNCH_PROBE_LOG'] = log_path
        editor.open(lead(options.lines) + HEAD, 'quiz.py')
        log = Log(log_path)
        editor.act('hunch-complete')  # loads the model, builds kernels
        if not wait_for(lambda: any(line[0] == 'done' for line in log.read()), 300):
            sys.exit('editor.py: the model did not answer: %s' % editor.state('hunch-status'))
        time.sleep(4)  # reads more of the context when nothing is typed
        for place in PLACES[:2]:
            one_round(editor, log, place)
        begin = now_us()
        rounds, at_work = zip(*(one_round(editor, log, PLACES[i]) for i in order))
        on = away(log.read(), begin, now_us())
        editor.set('org.hunch.Hunch', 'enabled', 'false')
        wait_for(lambda: not editor.enabled('hunch-complete'), 5)
        begin = now_us()
        for i in order:
            begin_line(editor, PLACES[i])
            editor.type(PLACES[i][0][-1])
            time.sleep(PAUSE)
        off = away(log.read(), begin, now_us())
    return rounds, at_work, on, off


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--json', action='store_true', help='print one object')
    parser.add_argument('--lines', type=int, default=0, metavar='N', help='so many lines of text stand before (0)')
    parser.add_argument('--rounds', type=count, default=5 * len(PLACES), metavar='N',
                        help='how many suggestions (%d: each of %d lines 5 times)' % (5 * len(PLACES), len(PLACES)))
    parser.add_argument('--model', default='smollm2-135m', help='a name of the catalogue or a file (smollm2-135m)')
    options = parser.parse_args()
    late_ms = late()
    order = draw_order(options.rounds)
    answers, at_work, on, off = run(options, order)
    rounds = [r for r in answers if isinstance(r, dict)]
    silent = collections.Counter(r for r in answers if isinstance(r, str))
    if not rounds:
        sys.exit('editor.py: no suggestion was shown: %s' % dict(silent))
    medians = [statistics.median(r['stages'][i] for r in rounds) for i in range(len(STAGES))]
    totals = sorted(r['total'] for r in rounds)
    result = {
        'model': options.model, 'rounds': options.rounds, 'shown': len(rounds), 'not_shown': dict(silent),
        'keystroke_to_shown_median_ms': round(statistics.median(totals), 1),
        'keystroke_to_shown_min_ms': round(totals[0], 1), 'keystroke_to_shown_max_ms': round(totals[-1], 1),
        'stages_median_ms': {name: round(ms, 1) for name, ms in zip(STAGES, medians)},
        'tokens_median': statistics.median(r['tokens'] for r in rounds),
        'read_tokens_median': statistics.median(r['read'] for r in rounds),
        'main_loop_blocked_max_ms': round(worst_place(order, at_work), 1),
        'main_loop_blocked_once_max_ms': round(max(at_work), 1),
        'main_loop_blocked_long': sum(ms > LONG_MS for ms in at_work),
        'machine_late_max_ms': round(late_ms, 1),
        'main_loop_away_max_ms': round(longest(on), 1), 'main_loop_away_off_max_ms': round(longest(off), 1),
        'main_loop_away_long': sum(wall > LONG_MS for wall, _, _ in on), 'main_loop_away_off_long': sum(wall > LONG_MS for wall, _, _ in off),
        'main_loop_away_max_cpu_ms': round(max((cpu for _, cpu, _ in on), default=0), 1),
        'main_loop_away_max_less_waiting_ms': round(max((wall - waited for wall, _, waited in on), default=0), 1),
    }
    if options.json:
        print(json.dumps(result))
        return
    print('%d of %d suggestions shown by %s; medians in ms' % (len(rounds), options.rounds, options.model))
    for reason, n in silent.items():
        print('%-22s %7d   %s' % ('not shown', n, reason))
    for name, ms in zip(STAGES, medians):
        print('%-22s %7.1f' % (name, ms))
    print('%-22s %7.1f   (%.1f to %.1f; %g tokens, %g of the prompt read)' % (
        'keystroke to shown', result['keystroke_to_shown_median_ms'], totals[0], totals[-1], result['tokens_median'],
        result['read_tokens_median']))
    print('%-22s %7.1f   (once %.1f; over %d ms in %d of %d rounds; this machine wakes up a program %.1f late when nothing else runs)' % (
        'main loop blocked', result['main_loop_blocked_max_ms'], result['main_loop_blocked_once_max_ms'], LONG_MS,
        result['main_loop_blocked_long'], options.rounds, result['machine_late_max_ms']))
    print('%-22s %7.1f   (its own work %.1f; less what it waited for a processor %.1f; with completion off %.1f)' % (
        'with quick typing', result['main_loop_away_max_ms'], result['main_loop_away_max_cpu_ms'],
        result['main_loop_away_max_less_waiting_ms'], result['main_loop_away_off_max_ms']))
    print('%-22s %7d   (with completion off %d)' % (
        'times over %d ms' % LONG_MS, result['main_loop_away_long'], result['main_loop_away_off_long']))


main()
